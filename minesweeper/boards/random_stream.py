"""Random numbers that follow from a text alone, so that a seed makes the same board on every machine.

They come from SHAKE-128 of the text. Python's random module isn't used, because its sequences may change between
versions. Tested in tests/boards/test_deal.py.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence


class RandomStream:
    """Random bits, numbers and samples that follow from a text.

    `sample` and `randrange` have the names of the methods of Python's ``Random``, so that code which draws can use
    either. Python may change which numbers its methods choose; these methods must never change.
    """

    def __init__(self, key: str) -> None:
        self._key = hashlib.shake_128(key.encode("utf-8", "surrogatepass"))
        self._blocks = 0
        self._words: list[int] = []

    def take(self, count: int) -> bytes:
        """The next ``count`` random bytes."""
        block = self._key.copy()
        block.update(b"/%d" % self._blocks)
        self._blocks += 1
        return block.digest(count)

    def sample(self, population: Sequence[int], k: int, /) -> list[int]:
        """Chooses ``k`` of some numbers. Each choice is equally likely."""
        chosen = list(population)
        for place in range(k):
            other = place + self.randrange(len(chosen) - place)
            chosen[place], chosen[other] = chosen[other], chosen[place]
        return chosen[:k]

    def randrange(self, limit: int, /) -> int:
        """The next random number from 0 to ``limit`` - 1."""
        if limit > 1 << 32:
            while True:
                bits = limit.bit_length()
                number = int.from_bytes(self.take((bits + 7) // 8), "little") >> -bits % 8
                if number < limit:
                    return number
        # Words beyond the last whole multiple of the limit are skipped, because they would make small results more
        # likely.
        fair = (1 << 32) - (1 << 32) % limit
        while True:
            if not self._words:
                self._words = list(struct.unpack("<64I", self.take(256)))
            word = self._words.pop()
            if word < fair:
                return word % limit
