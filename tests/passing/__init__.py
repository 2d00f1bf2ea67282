"""Passing, a small game in which all seats decide at once; no game of the product does so.

Three players get two cards each. All choose one card at once, and pass it to the next seat. Then the first
player keeps the result, or once takes it back, so that all choose again. The highest card received wins.
"""
