"""A board of a real file, with the results that the program of the tournament worked out for it."""

from __future__ import annotations

PBN = """[Event "Camrose 2024"]
[Site ""]
[Date "2023.12.15"]
[Board "1"]
[West ""]
[North ""]
[East ""]
[South ""]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:T5.982.874.AQ632 K43.73.KQ5.KJT54 AJ9.AQT6.JT62.98 Q8762.KJ54.A93.7"]
[Scoring ""]
[Declarer ""]
[Contract ""]
[Result ""]
"""
"""The first board of Camrose24_1.pbn, without its analysis, which is below."""
TRICKS = {
    "N": {"NT": 5, "S": 4, "H": 5, "D": 5, "C": 5},
    "S": {"NT": 5, "S": 4, "H": 6, "D": 6, "C": 5},
    "E": {"NT": 8, "S": 9, "H": 7, "D": 7, "C": 8},
    "W": {"NT": 8, "S": 9, "H": 7, "D": 7, "C": 8},
}
"""The file's OptimumResultTable, by declarer and strain."""
PAR = {"score_ns": -140, "contracts": ["EW 1S+2"]}
"""The file's OptimumScore and ParContract."""
