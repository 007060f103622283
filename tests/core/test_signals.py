"""Signals that end a program raise one exception, which is delayed while work must not be interrupted."""

from __future__ import annotations

import signal
import threading
from contextlib import nullcontext

import pytest

from minesweeper.core.signals import ENDING, Stopped, delay_stops, signals_as_stops

pytestmark = pytest.mark.posix("sends signals")


def test_the_first_signal_raises_an_exception_and_later_ones_do_not() -> None:
    def stopped() -> int:
        with signals_as_stops():
            try:
                signal.raise_signal(signal.SIGTERM)
            except Stopped as stop:
                signal.raise_signal(signal.SIGTERM)
                signal.raise_signal(signal.SIGHUP)
                return stop.exit_status
        return 0

    # In development mode, SIGABRT has a handler that Python can't set again.
    before = [signal.getsignal(number) or signal.SIG_DFL for number in ENDING]
    assert stopped() == 143
    assert [signal.getsignal(number) for number in ENDING] == before


def test_an_ignored_signal_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with signals_as_stops():
            signal.raise_signal(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize(("name", "stop"), [("SIGTERM", Stopped), ("SIGINT", KeyboardInterrupt)])
def test_a_delayed_signal_to_another_thread_is_raised_afterwards(name: str, stop: type[BaseException]) -> None:
    done, number = [], getattr(signal, name)

    def send() -> None:
        signal.pthread_kill(threading.get_ident(), number)

    def work() -> None:
        with signals_as_stops():
            with delay_stops():
                other = threading.Thread(target=send)
                other.start()
                other.join()
                done.append("whole")
            done.append("never")

    with pytest.raises(stop):
        work()
    assert done == ["whole"]


@pytest.mark.parametrize("own", [False, True], ids=["as stops", "in a script"])
def test_ctrl_c_waits_until_the_main_thread_finishes_critical_work(own: bool) -> None:
    """Only the main thread is interrupted, so only its own protected work delays Ctrl-C."""
    there, ended, done = threading.Event(), threading.Event(), []

    def hold() -> None:
        with delay_stops():
            there.set()
            ended.wait()

    def twice() -> None:
        with delay_stops():
            with delay_stops():
                signal.raise_signal(signal.SIGINT)
                signal.raise_signal(signal.SIGINT)
            done.append("whole")
        done.append("never")

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    other = threading.Thread(target=hold)
    other.start()
    try:
        assert there.wait(60)
        with nullcontext() if own else signals_as_stops(), pytest.raises(KeyboardInterrupt):
            twice()
        with delay_stops():
            pass  # no delay of signals is left
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        ended.set()
        other.join()
        signal.signal(signal.SIGINT, before)
    assert done == ["whole"]
