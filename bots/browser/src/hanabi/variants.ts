/**
 * The names of all variants: on each line a name, and behind a bar the numbers of suits that it exists with.
 *
 * Made by `python -m tests.golden` from the server's catalogue; do not edit.
 */
export const VARIANTS = `3 Suits
4 Suits
6 Suits
Alternating Clues|3456
Alternating Clues & Black|56
Alternating Clues & Brown|3456
Alternating Clues & Cocoa Rainbow|56
Alternating Clues & Dark Brown|56
Alternating Clues & Dark Null|56
Alternating Clues & Dark Omni|56
Alternating Clues & Dark Orange|56
Alternating Clues & Dark Pink|56
Alternating Clues & Dark Prism|56
Alternating Clues & Dark Rainbow|56
Alternating Clues & Gray|56
Alternating Clues & Gray Pink|56
Alternating Clues & Light Pink|3456
Alternating Clues & Muddy Rainbow|3456
Alternating Clues & Null|3456
Alternating Clues & Omni|3456
Alternating Clues & Orange|3456
Alternating Clues & Pink|3456
Alternating Clues & Prism|3456
Alternating Clues & Rainbow|3456
Alternating Clues & White|3456
Ambiguous|46
Ambiguous & Black|5
Ambiguous & Brown|35
Ambiguous & Cocoa Rainbow|5
Ambiguous & Dark Brown|5
Ambiguous & Dark Null|5
Ambiguous & Dark Omni|5
Ambiguous & Dark Orange|5
Ambiguous & Dark Pink|5
Ambiguous & Dark Prism|5
Ambiguous & Dark Rainbow|5
Ambiguous & Dual-Color Mix
Ambiguous & Gray|5
Ambiguous & Gray Pink|5
Ambiguous & Light Pink|35
Ambiguous & Muddy Rainbow|35
Ambiguous & Null|35
Ambiguous & Omni|35
Ambiguous & Orange|35
Ambiguous & Pink|35
Ambiguous & Prism|5
Ambiguous & Rainbow|5
Ambiguous & White|35
Ambiguous Mix
Black|56
Black & Brown|56
Black & Cocoa Rainbow|6
Black & Dark Brown|6
Black & Dark Null|6
Black & Dark Omni|6
Black & Dark Pink|6
Black & Dark Prism|6
Black & Dark Rainbow|6
Black & Gray|6
Black & Gray Pink|6
Black & Light Pink|56
Black & Muddy Rainbow|56
Black & Null|56
Black & Omni|56
Black & Pink|56
Black & Prism|56
Black & Rainbow|56
Black & White|56
Black Reversed|56
Brown|3456
Brown & Cocoa Rainbow|56
Brown & Dark Null|56
Brown & Dark Omni|56
Brown & Dark Orange|56
Brown & Dark Pink|56
Brown & Dark Prism|56
Brown & Dark Rainbow|56
Brown & Gray|56
Brown & Gray Pink|56
Brown & Light Pink|3456
Brown & Muddy Rainbow|3456
Brown & Null|3456
Brown & Omni|3456
Brown & Orange|3456
Brown & Prism|3456
Brown-Fives|3456
Brown-Fives & Black|56
Brown-Fives & Brown|3456
Brown-Fives & Cocoa Rainbow|56
Brown-Fives & Dark Brown|56
Brown-Fives & Dark Null|56
Brown-Fives & Dark Omni|56
Brown-Fives & Dark Orange|56
Brown-Fives & Dark Pink|56
Brown-Fives & Dark Prism|56
Brown-Fives & Dark Rainbow|56
Brown-Fives & Gray|56
Brown-Fives & Gray Pink|56
Brown-Fives & Light Pink|3456
Brown-Fives & Muddy Rainbow|3456
Brown-Fives & Null|3456
Brown-Fives & Omni|3456
Brown-Fives & Orange|3456
Brown-Fives & Pink|3456
Brown-Fives & Prism|3456
Brown-Fives & Rainbow|3456
Brown-Fives & White|3456
Brown-Ones|3456
Brown-Ones & Black|56
Brown-Ones & Brown|3456
Brown-Ones & Cocoa Rainbow|56
Brown-Ones & Dark Brown|56
Brown-Ones & Dark Null|56
Brown-Ones & Dark Omni|56
Brown-Ones & Dark Orange|56
Brown-Ones & Dark Pink|56
Brown-Ones & Dark Prism|56
Brown-Ones & Dark Rainbow|56
Brown-Ones & Gray|56
Brown-Ones & Gray Pink|56
Brown-Ones & Light Pink|3456
Brown-Ones & Muddy Rainbow|3456
Brown-Ones & Null|3456
Brown-Ones & Omni|3456
Brown-Ones & Orange|3456
Brown-Ones & Pink|3456
Brown-Ones & Prism|3456
Brown-Ones & Rainbow|3456
Brown-Ones & White|3456
Candy Corn Mix|56
Chimneys|3456
Chimneys & Black|56
Chimneys & Brown|3456
Chimneys & Cocoa Rainbow|56
Chimneys & Dark Brown|56
Chimneys & Dark Null|56
Chimneys & Dark Omni|56
Chimneys & Dark Orange|56
Chimneys & Dark Pink|56
Chimneys & Dark Prism|56
Chimneys & Dark Rainbow|56
Chimneys & Gray|56
Chimneys & Gray Pink|56
Chimneys & Light Pink|3456
Chimneys & Muddy Rainbow|3456
Chimneys & Null|3456
Chimneys & Omni|3456
Chimneys & Orange|3456
Chimneys & Pink|3456
Chimneys & Prism|3456
Chimneys & Rainbow|3456
Chimneys & White|3456
Clue Starved|56
Clue Starved & Brown|56
Clue Starved & Light Pink|56
Clue Starved & Muddy Rainbow|56
Clue Starved & Null|56
Clue Starved & Omni|56
Clue Starved & Orange|56
Clue Starved & Pink|56
Clue Starved & Prism|56
Clue Starved & Rainbow|56
Clue Starved & White|56
Cocoa Rainbow|56
Cocoa Rainbow & Dark Orange|6
Cocoa Rainbow & Dark Prism|6
Cocoa Rainbow & Gray Pink|6
Color Blind|3456
Color Mute|3456
Cow & Pig|3456
Critical Fours|56
Critical Fours & Black|6
Critical Fours & Brown|56
Critical Fours & Cocoa Rainbow|6
Critical Fours & Dark Brown|6
Critical Fours & Dark Null|6
Critical Fours & Dark Omni|6
Critical Fours & Dark Orange|6
Critical Fours & Dark Pink|6
Critical Fours & Dark Prism|6
Critical Fours & Dark Rainbow|6
Critical Fours & Gray|6
Critical Fours & Gray Pink|6
Critical Fours & Light Pink|56
Critical Fours & Muddy Rainbow|56
Critical Fours & Null|56
Critical Fours & Omni|56
Critical Fours & Orange|56
Critical Fours & Pink|56
Critical Fours & Prism|56
Critical Fours & Rainbow|56
Critical Fours & White|56
Dark Brown|56
Dark Brown & Cocoa Rainbow|6
Dark Brown & Dark Null|6
Dark Brown & Dark Omni|6
Dark Brown & Dark Orange|6
Dark Brown & Dark Prism|6
Dark Brown & Gray Pink|6
Dark Null|56
Dark Null & Cocoa Rainbow|6
Dark Null & Dark Orange|6
Dark Null & Dark Prism|6
Dark Null & Gray Pink|6
Dark Omni|56
Dark Omni & Cocoa Rainbow|6
Dark Omni & Dark Null|6
Dark Omni & Dark Orange|6
Dark Omni & Dark Prism|6
Dark Omni & Gray Pink|6
Dark Orange|56
Dark Orange Reversed|56
Dark Pink|56
Dark Pink & Cocoa Rainbow|6
Dark Pink & Dark Brown|6
Dark Pink & Dark Null|6
Dark Pink & Dark Omni|6
Dark Pink & Dark Orange|6
Dark Pink & Dark Prism|6
Dark Pink & Gray|6
Dark Pink & Gray Pink|6
Dark Prism|56
Dark Prism & Dark Orange|6
Dark Prism Reversed|56
Dark Rainbow|56
Dark Rainbow & Cocoa Rainbow|6
Dark Rainbow & Dark Brown|6
Dark Rainbow & Dark Null|6
Dark Rainbow & Dark Omni|6
Dark Rainbow & Dark Orange|6
Dark Rainbow & Dark Pink|6
Dark Rainbow & Dark Prism|6
Dark Rainbow & Gray|6
Dark Rainbow & Gray Pink|6
Dark Rainbow Reversed|56
Deceptive-Fives|3456
Deceptive-Fives & Black|56
Deceptive-Fives & Brown|3456
Deceptive-Fives & Cocoa Rainbow|56
Deceptive-Fives & Dark Brown|56
Deceptive-Fives & Dark Null|56
Deceptive-Fives & Dark Omni|56
Deceptive-Fives & Dark Orange|56
Deceptive-Fives & Dark Pink|56
Deceptive-Fives & Dark Prism|56
Deceptive-Fives & Dark Rainbow|56
Deceptive-Fives & Gray|56
Deceptive-Fives & Gray Pink|56
Deceptive-Fives & Light Pink|3456
Deceptive-Fives & Muddy Rainbow|3456
Deceptive-Fives & Null|3456
Deceptive-Fives & Omni|3456
Deceptive-Fives & Orange|3456
Deceptive-Fives & Pink|3456
Deceptive-Fives & Prism|3456
Deceptive-Fives & Rainbow|3456
Deceptive-Fives & White|3456
Deceptive-Ones|3456
Deceptive-Ones & Black|56
Deceptive-Ones & Brown|3456
Deceptive-Ones & Cocoa Rainbow|56
Deceptive-Ones & Dark Brown|56
Deceptive-Ones & Dark Null|56
Deceptive-Ones & Dark Omni|56
Deceptive-Ones & Dark Orange|56
Deceptive-Ones & Dark Pink|56
Deceptive-Ones & Dark Prism|56
Deceptive-Ones & Dark Rainbow|56
Deceptive-Ones & Gray|56
Deceptive-Ones & Gray Pink|56
Deceptive-Ones & Light Pink|3456
Deceptive-Ones & Muddy Rainbow|3456
Deceptive-Ones & Null|3456
Deceptive-Ones & Omni|3456
Deceptive-Ones & Orange|3456
Deceptive-Ones & Pink|3456
Deceptive-Ones & Prism|3456
Deceptive-Ones & Rainbow|3456
Deceptive-Ones & White|3456
Dual-Color|356
Dual-Color & Black|6
Dual-Color & Brown|46
Dual-Color & Cocoa Rainbow|6
Dual-Color & Dark Brown|6
Dual-Color & Dark Null|6
Dual-Color & Dark Omni|6
Dual-Color & Dark Orange|6
Dual-Color & Dark Pink|6
Dual-Color & Dark Prism|6
Dual-Color & Dark Rainbow|6
Dual-Color & Gray|6
Dual-Color & Gray Pink|6
Dual-Color & Light Pink|46
Dual-Color & Muddy Rainbow|46
Dual-Color & Null|46
Dual-Color & Omni|46
Dual-Color & Orange|46
Dual-Color & Pink|46
Dual-Color & Prism|46
Dual-Color & Rainbow|46
Dual-Color & White|46
Dual-Color Mix
Duck|3456
Extremely Ambiguous|456
Extremely Ambiguous & Black|56
Extremely Ambiguous & Brown|56
Extremely Ambiguous & Cocoa Rainbow|56
Extremely Ambiguous & Dark Brown|56
Extremely Ambiguous & Dark Null|56
Extremely Ambiguous & Dark Omni|56
Extremely Ambiguous & Dark Orange|56
Extremely Ambiguous & Dark Pink|56
Extremely Ambiguous & Dark Rainbow|56
Extremely Ambiguous & Gray|56
Extremely Ambiguous & Gray Pink|56
Extremely Ambiguous & Light Pink|56
Extremely Ambiguous & Muddy Rainbow|56
Extremely Ambiguous & Null|56
Extremely Ambiguous & Omni|56
Extremely Ambiguous & Orange|56
Extremely Ambiguous & Pink|56
Extremely Ambiguous & White|56
Funnels|3456
Funnels & Black|56
Funnels & Brown|3456
Funnels & Cocoa Rainbow|56
Funnels & Dark Brown|56
Funnels & Dark Null|56
Funnels & Dark Omni|56
Funnels & Dark Orange|56
Funnels & Dark Pink|56
Funnels & Dark Prism|56
Funnels & Dark Rainbow|56
Funnels & Gray|56
Funnels & Gray Pink|56
Funnels & Light Pink|3456
Funnels & Muddy Rainbow|3456
Funnels & Null|3456
Funnels & Omni|3456
Funnels & Orange|3456
Funnels & Pink|3456
Funnels & Prism|3456
Funnels & Rainbow|3456
Funnels & White|3456
Gray|56
Gray & Cocoa Rainbow|6
Gray & Dark Brown|6
Gray & Dark Null|6
Gray & Dark Omni|6
Gray & Dark Orange|6
Gray & Dark Prism|6
Gray & Gray Pink|6
Gray Pink|56
Gray Pink & Dark Orange|6
Gray Pink & Dark Prism|6
Gray Reversed|56
Holiday Mix|56
Light Pink|3456
Light Pink & Cocoa Rainbow|56
Light Pink & Dark Brown|56
Light Pink & Dark Null|56
Light Pink & Dark Omni|56
Light Pink & Dark Orange|56
Light Pink & Dark Pink|56
Light Pink & Dark Prism|56
Light Pink & Dark Rainbow|56
Light Pink & Gray|56
Light Pink & Orange|3456
Light Pink & Prism|456
Light-Pink-Fives|3456
Light-Pink-Fives & Black|56
Light-Pink-Fives & Brown|3456
Light-Pink-Fives & Cocoa Rainbow|56
Light-Pink-Fives & Dark Brown|56
Light-Pink-Fives & Dark Null|56
Light-Pink-Fives & Dark Omni|56
Light-Pink-Fives & Dark Orange|56
Light-Pink-Fives & Dark Pink|56
Light-Pink-Fives & Dark Prism|56
Light-Pink-Fives & Dark Rainbow|56
Light-Pink-Fives & Gray|56
Light-Pink-Fives & Gray Pink|56
Light-Pink-Fives & Light Pink|3456
Light-Pink-Fives & Muddy Rainbow|3456
Light-Pink-Fives & Null|3456
Light-Pink-Fives & Omni|3456
Light-Pink-Fives & Orange|3456
Light-Pink-Fives & Pink|3456
Light-Pink-Fives & Prism|3456
Light-Pink-Fives & Rainbow|3456
Light-Pink-Fives & White|3456
Light-Pink-Ones|3456
Light-Pink-Ones & Black|56
Light-Pink-Ones & Brown|3456
Light-Pink-Ones & Cocoa Rainbow|56
Light-Pink-Ones & Dark Brown|56
Light-Pink-Ones & Dark Null|56
Light-Pink-Ones & Dark Omni|56
Light-Pink-Ones & Dark Orange|56
Light-Pink-Ones & Dark Pink|56
Light-Pink-Ones & Dark Prism|56
Light-Pink-Ones & Dark Rainbow|56
Light-Pink-Ones & Gray|56
Light-Pink-Ones & Gray Pink|56
Light-Pink-Ones & Light Pink|3456
Light-Pink-Ones & Muddy Rainbow|3456
Light-Pink-Ones & Null|3456
Light-Pink-Ones & Omni|3456
Light-Pink-Ones & Orange|3456
Light-Pink-Ones & Pink|3456
Light-Pink-Ones & Prism|3456
Light-Pink-Ones & Rainbow|3456
Light-Pink-Ones & White|3456
Matryoshka|3456
Matryoshka & Black|56
Matryoshka & Brown|3456
Matryoshka & Cocoa Rainbow|56
Matryoshka & Dark Brown|56
Matryoshka & Dark Null|56
Matryoshka & Dark Omni|56
Matryoshka & Dark Orange|56
Matryoshka & Dark Pink|56
Matryoshka & Dark Prism|56
Matryoshka & Dark Rainbow|56
Matryoshka & Gray|56
Matryoshka & Gray Pink|56
Matryoshka & Light Pink|3456
Matryoshka & Muddy Rainbow|3456
Matryoshka & Null|3456
Matryoshka & Omni|3456
Matryoshka & Orange|3456
Matryoshka & Pink|3456
Matryoshka & Prism|3456
Matryoshka & Rainbow|3456
Matryoshka & White|3456
Muddy Rainbow|3456
Muddy Rainbow & Dark Brown|56
Muddy Rainbow & Dark Null|56
Muddy Rainbow & Dark Omni|56
Muddy Rainbow & Dark Orange|56
Muddy Rainbow & Dark Pink|56
Muddy Rainbow & Dark Prism|56
Muddy Rainbow & Dark Rainbow|56
Muddy Rainbow & Gray|56
Muddy Rainbow & Gray Pink|56
Muddy Rainbow & Light Pink|3456
Muddy Rainbow & Orange|3456
Muddy Rainbow & Prism|456
Muddy-Rainbow-Fives|3456
Muddy-Rainbow-Fives & Black|56
Muddy-Rainbow-Fives & Brown|3456
Muddy-Rainbow-Fives & Cocoa Rainbow|56
Muddy-Rainbow-Fives & Dark Brown|56
Muddy-Rainbow-Fives & Dark Null|56
Muddy-Rainbow-Fives & Dark Omni|56
Muddy-Rainbow-Fives & Dark Orange|56
Muddy-Rainbow-Fives & Dark Pink|56
Muddy-Rainbow-Fives & Dark Prism|56
Muddy-Rainbow-Fives & Dark Rainbow|56
Muddy-Rainbow-Fives & Gray|56
Muddy-Rainbow-Fives & Gray Pink|56
Muddy-Rainbow-Fives & Light Pink|3456
Muddy-Rainbow-Fives & Muddy Rainbow|3456
Muddy-Rainbow-Fives & Null|3456
Muddy-Rainbow-Fives & Omni|3456
Muddy-Rainbow-Fives & Orange|3456
Muddy-Rainbow-Fives & Pink|3456
Muddy-Rainbow-Fives & Prism|3456
Muddy-Rainbow-Fives & Rainbow|3456
Muddy-Rainbow-Fives & White|3456
Muddy-Rainbow-Ones|3456
Muddy-Rainbow-Ones & Black|56
Muddy-Rainbow-Ones & Brown|3456
Muddy-Rainbow-Ones & Cocoa Rainbow|56
Muddy-Rainbow-Ones & Dark Brown|56
Muddy-Rainbow-Ones & Dark Null|56
Muddy-Rainbow-Ones & Dark Omni|56
Muddy-Rainbow-Ones & Dark Orange|56
Muddy-Rainbow-Ones & Dark Pink|56
Muddy-Rainbow-Ones & Dark Prism|56
Muddy-Rainbow-Ones & Dark Rainbow|56
Muddy-Rainbow-Ones & Gray|56
Muddy-Rainbow-Ones & Gray Pink|56
Muddy-Rainbow-Ones & Light Pink|3456
Muddy-Rainbow-Ones & Muddy Rainbow|3456
Muddy-Rainbow-Ones & Null|3456
Muddy-Rainbow-Ones & Omni|3456
Muddy-Rainbow-Ones & Orange|3456
Muddy-Rainbow-Ones & Pink|3456
Muddy-Rainbow-Ones & Prism|3456
Muddy-Rainbow-Ones & Rainbow|3456
Muddy-Rainbow-Ones & White|3456
No Variant
Null|3456
Null & Cocoa Rainbow|56
Null & Dark Brown|56
Null & Dark Omni|56
Null & Dark Orange|56
Null & Dark Pink|56
Null & Dark Prism|56
Null & Dark Rainbow|56
Null & Gray|56
Null & Gray Pink|56
Null & Light Pink|3456
Null & Muddy Rainbow|3456
Null & Orange|3456
Null & Prism|456
Null-Fives|3456
Null-Fives & Black|56
Null-Fives & Brown|3456
Null-Fives & Cocoa Rainbow|56
Null-Fives & Dark Brown|56
Null-Fives & Dark Null|56
Null-Fives & Dark Omni|56
Null-Fives & Dark Orange|56
Null-Fives & Dark Pink|56
Null-Fives & Dark Prism|56
Null-Fives & Dark Rainbow|56
Null-Fives & Gray|56
Null-Fives & Gray Pink|56
Null-Fives & Light Pink|3456
Null-Fives & Muddy Rainbow|3456
Null-Fives & Null|3456
Null-Fives & Omni|3456
Null-Fives & Orange|3456
Null-Fives & Pink|3456
Null-Fives & Prism|3456
Null-Fives & Rainbow|3456
Null-Fives & White|3456
Null-Ones|3456
Null-Ones & Black|56
Null-Ones & Brown|3456
Null-Ones & Cocoa Rainbow|56
Null-Ones & Dark Brown|56
Null-Ones & Dark Null|56
Null-Ones & Dark Omni|56
Null-Ones & Dark Orange|56
Null-Ones & Dark Pink|56
Null-Ones & Dark Prism|56
Null-Ones & Dark Rainbow|56
Null-Ones & Gray|56
Null-Ones & Gray Pink|56
Null-Ones & Light Pink|3456
Null-Ones & Muddy Rainbow|3456
Null-Ones & Null|3456
Null-Ones & Omni|3456
Null-Ones & Orange|3456
Null-Ones & Pink|3456
Null-Ones & Prism|3456
Null-Ones & Rainbow|3456
Null-Ones & White|3456
Number Blind|3456
Number Mute|3456
Odds and Evens|3456
Odds and Evens & Black|56
Odds and Evens & Brown|3456
Odds and Evens & Cocoa Rainbow|56
Odds and Evens & Dark Brown|56
Odds and Evens & Dark Null|56
Odds and Evens & Dark Omni|56
Odds and Evens & Dark Orange|56
Odds and Evens & Dark Pink|56
Odds and Evens & Dark Prism|56
Odds and Evens & Dark Rainbow|56
Odds and Evens & Gray|56
Odds and Evens & Gray Pink|56
Odds and Evens & Light Pink|3456
Odds and Evens & Muddy Rainbow|3456
Odds and Evens & Null|3456
Odds and Evens & Omni|3456
Odds and Evens & Orange|3456
Odds and Evens & Pink|3456
Odds and Evens & Prism|3456
Odds and Evens & Rainbow|3456
Odds and Evens & White|3456
Omni|3456
Omni & Cocoa Rainbow|56
Omni & Dark Brown|56
Omni & Dark Null|56
Omni & Dark Orange|56
Omni & Dark Pink|56
Omni & Dark Prism|56
Omni & Dark Rainbow|56
Omni & Gray|56
Omni & Gray Pink|56
Omni & Light Pink|3456
Omni & Muddy Rainbow|3456
Omni & Null|3456
Omni & Orange|3456
Omni & Prism|456
Omni-Fives|3456
Omni-Fives & Black|56
Omni-Fives & Brown|3456
Omni-Fives & Cocoa Rainbow|56
Omni-Fives & Dark Brown|56
Omni-Fives & Dark Null|56
Omni-Fives & Dark Omni|56
Omni-Fives & Dark Orange|56
Omni-Fives & Dark Pink|56
Omni-Fives & Dark Prism|56
Omni-Fives & Dark Rainbow|56
Omni-Fives & Gray|56
Omni-Fives & Gray Pink|56
Omni-Fives & Light Pink|3456
Omni-Fives & Muddy Rainbow|3456
Omni-Fives & Null|3456
Omni-Fives & Omni|3456
Omni-Fives & Orange|3456
Omni-Fives & Pink|3456
Omni-Fives & Prism|3456
Omni-Fives & Rainbow|3456
Omni-Fives & White|3456
Omni-Ones|3456
Omni-Ones & Black|56
Omni-Ones & Brown|3456
Omni-Ones & Cocoa Rainbow|56
Omni-Ones & Dark Brown|56
Omni-Ones & Dark Null|56
Omni-Ones & Dark Omni|56
Omni-Ones & Dark Orange|56
Omni-Ones & Dark Pink|56
Omni-Ones & Dark Prism|56
Omni-Ones & Dark Rainbow|56
Omni-Ones & Gray|56
Omni-Ones & Gray Pink|56
Omni-Ones & Light Pink|3456
Omni-Ones & Muddy Rainbow|3456
Omni-Ones & Null|3456
Omni-Ones & Omni|3456
Omni-Ones & Orange|3456
Omni-Ones & Pink|3456
Omni-Ones & Prism|3456
Omni-Ones & Rainbow|3456
Omni-Ones & White|3456
Orange|3456
Orange & Cocoa Rainbow|56
Orange & Dark Brown|56
Orange & Dark Null|56
Orange & Dark Omni|56
Orange & Dark Pink|56
Orange & Dark Prism|56
Orange & Dark Rainbow|56
Orange & Gray|56
Orange & Gray Pink|56
Orange Reversed|3456
Pink|3456
Pink & Brown|3456
Pink & Cocoa Rainbow|56
Pink & Dark Brown|56
Pink & Dark Null|56
Pink & Dark Omni|56
Pink & Dark Orange|56
Pink & Dark Prism|56
Pink & Dark Rainbow|56
Pink & Gray|56
Pink & Gray Pink|56
Pink & Light Pink|3456
Pink & Muddy Rainbow|3456
Pink & Null|3456
Pink & Omni|3456
Pink & Orange|3456
Pink & Prism|3456
Pink & White|3456
Pink-Fives|3456
Pink-Fives & Black|56
Pink-Fives & Brown|3456
Pink-Fives & Cocoa Rainbow|56
Pink-Fives & Dark Brown|56
Pink-Fives & Dark Null|56
Pink-Fives & Dark Omni|56
Pink-Fives & Dark Orange|56
Pink-Fives & Dark Pink|56
Pink-Fives & Dark Prism|56
Pink-Fives & Dark Rainbow|56
Pink-Fives & Gray|56
Pink-Fives & Gray Pink|56
Pink-Fives & Light Pink|3456
Pink-Fives & Muddy Rainbow|3456
Pink-Fives & Null|3456
Pink-Fives & Omni|3456
Pink-Fives & Orange|3456
Pink-Fives & Pink|3456
Pink-Fives & Prism|3456
Pink-Fives & Rainbow|3456
Pink-Fives & White|3456
Pink-Ones|3456
Pink-Ones & Black|56
Pink-Ones & Brown|3456
Pink-Ones & Cocoa Rainbow|56
Pink-Ones & Dark Brown|56
Pink-Ones & Dark Null|56
Pink-Ones & Dark Omni|56
Pink-Ones & Dark Orange|56
Pink-Ones & Dark Pink|56
Pink-Ones & Dark Prism|56
Pink-Ones & Dark Rainbow|56
Pink-Ones & Gray|56
Pink-Ones & Gray Pink|56
Pink-Ones & Light Pink|3456
Pink-Ones & Muddy Rainbow|3456
Pink-Ones & Null|3456
Pink-Ones & Omni|3456
Pink-Ones & Orange|3456
Pink-Ones & Pink|3456
Pink-Ones & Prism|3456
Pink-Ones & Rainbow|3456
Pink-Ones & White|3456
Prism|3456
Prism & Cocoa Rainbow|56
Prism & Dark Brown|56
Prism & Dark Null|56
Prism & Dark Omni|56
Prism & Dark Orange|56
Prism & Dark Pink|56
Prism & Dark Rainbow|56
Prism & Gray|56
Prism & Gray Pink|56
Prism & Orange|3456
Prism Reversed|3456
RGB Mix|6
Rainbow|3456
Rainbow & Brown|3456
Rainbow & Cocoa Rainbow|56
Rainbow & Dark Brown|56
Rainbow & Dark Null|56
Rainbow & Dark Omni|56
Rainbow & Dark Orange|56
Rainbow & Dark Pink|56
Rainbow & Dark Prism|56
Rainbow & Gray|56
Rainbow & Gray Pink|56
Rainbow & Light Pink|456
Rainbow & Muddy Rainbow|456
Rainbow & Null|456
Rainbow & Omni|456
Rainbow & Orange|3456
Rainbow & Pink|3456
Rainbow & Prism|456
Rainbow & White|456
Rainbow Reversed|3456
Rainbow-Fives|3456
Rainbow-Fives & Black|56
Rainbow-Fives & Brown|3456
Rainbow-Fives & Cocoa Rainbow|56
Rainbow-Fives & Dark Brown|56
Rainbow-Fives & Dark Null|56
Rainbow-Fives & Dark Omni|56
Rainbow-Fives & Dark Orange|56
Rainbow-Fives & Dark Pink|56
Rainbow-Fives & Dark Prism|56
Rainbow-Fives & Dark Rainbow|56
Rainbow-Fives & Gray|56
Rainbow-Fives & Gray Pink|56
Rainbow-Fives & Light Pink|3456
Rainbow-Fives & Muddy Rainbow|3456
Rainbow-Fives & Null|3456
Rainbow-Fives & Omni|3456
Rainbow-Fives & Orange|3456
Rainbow-Fives & Pink|3456
Rainbow-Fives & Prism|3456
Rainbow-Fives & Rainbow|3456
Rainbow-Fives & White|3456
Rainbow-Ones|3456
Rainbow-Ones & Black|56
Rainbow-Ones & Brown|3456
Rainbow-Ones & Cocoa Rainbow|56
Rainbow-Ones & Dark Brown|56
Rainbow-Ones & Dark Null|56
Rainbow-Ones & Dark Omni|56
Rainbow-Ones & Dark Orange|56
Rainbow-Ones & Dark Pink|56
Rainbow-Ones & Dark Prism|56
Rainbow-Ones & Dark Rainbow|56
Rainbow-Ones & Gray|56
Rainbow-Ones & Gray Pink|56
Rainbow-Ones & Light Pink|3456
Rainbow-Ones & Muddy Rainbow|3456
Rainbow-Ones & Null|3456
Rainbow-Ones & Omni|3456
Rainbow-Ones & Orange|3456
Rainbow-Ones & Pink|3456
Rainbow-Ones & Prism|3456
Rainbow-Ones & Rainbow|3456
Rainbow-Ones & White|3456
Reversed|3456
Scarce Ones|56
Scarce Ones & Black|6
Scarce Ones & Brown|56
Scarce Ones & Cocoa Rainbow|6
Scarce Ones & Dark Brown|6
Scarce Ones & Dark Null|6
Scarce Ones & Dark Omni|6
Scarce Ones & Dark Orange|6
Scarce Ones & Dark Pink|6
Scarce Ones & Dark Prism|6
Scarce Ones & Dark Rainbow|6
Scarce Ones & Gray|6
Scarce Ones & Gray Pink|6
Scarce Ones & Light Pink|56
Scarce Ones & Muddy Rainbow|56
Scarce Ones & Null|56
Scarce Ones & Omni|56
Scarce Ones & Orange|56
Scarce Ones & Pink|56
Scarce Ones & Prism|56
Scarce Ones & Rainbow|56
Scarce Ones & White|56
Special Mix|56
Sudoku|45
Sudoku & Black|5
Sudoku & Brown|45
Sudoku & Cocoa Rainbow|5
Sudoku & Dark Brown|5
Sudoku & Dark Null|5
Sudoku & Dark Omni|5
Sudoku & Dark Orange|5
Sudoku & Dark Pink|5
Sudoku & Dark Prism|5
Sudoku & Dark Rainbow|5
Sudoku & Gray|5
Sudoku & Gray Pink|5
Sudoku & Light Pink|45
Sudoku & Muddy Rainbow|45
Sudoku & Null|45
Sudoku & Omni|45
Sudoku & Orange|45
Sudoku & Pink|45
Sudoku & Prism|45
Sudoku & Rainbow|45
Sudoku & White|45
Synesthesia|3456
Synesthesia & Black|56
Synesthesia & Brown|3456
Synesthesia & Dark Brown|56
Synesthesia & Dark Null|56
Synesthesia & Dark Orange|56
Synesthesia & Dark Rainbow|56
Synesthesia & Gray|56
Synesthesia & Null|3456
Synesthesia & Orange|3456
Synesthesia & Rainbow|3456
Synesthesia & White|3456
Throw It in a Hole|456
Throw It in a Hole & Black|6
Throw It in a Hole & Brown|456
Throw It in a Hole & Cocoa Rainbow|6
Throw It in a Hole & Dark Brown|6
Throw It in a Hole & Dark Null|6
Throw It in a Hole & Dark Omni|6
Throw It in a Hole & Dark Orange|6
Throw It in a Hole & Dark Pink|6
Throw It in a Hole & Dark Prism|6
Throw It in a Hole & Dark Rainbow|6
Throw It in a Hole & Gray|6
Throw It in a Hole & Gray Pink|6
Throw It in a Hole & Light Pink|456
Throw It in a Hole & Muddy Rainbow|456
Throw It in a Hole & Null|456
Throw It in a Hole & Omni|456
Throw It in a Hole & Orange|456
Throw It in a Hole & Pink|456
Throw It in a Hole & Prism|456
Throw It in a Hole & Rainbow|456
Throw It in a Hole & White|456
Totally Blind|3456
Up or Down|56
Up or Down & Black|6
Up or Down & Brown|56
Up or Down & Cocoa Rainbow|6
Up or Down & Dark Brown|6
Up or Down & Dark Null|6
Up or Down & Dark Omni|6
Up or Down & Dark Orange|6
Up or Down & Dark Pink|6
Up or Down & Dark Prism|6
Up or Down & Dark Rainbow|6
Up or Down & Gray|6
Up or Down & Gray Pink|6
Up or Down & Light Pink|56
Up or Down & Muddy Rainbow|56
Up or Down & Null|56
Up or Down & Omni|56
Up or Down & Orange|56
Up or Down & Pink|56
Up or Down & Prism|56
Up or Down & Rainbow|56
Up or Down & White|56
Valentine Mix|56
Very Ambiguous|36
Very Ambiguous & Brown|4
Very Ambiguous & Light Pink|4
Very Ambiguous & Muddy Rainbow|4
Very Ambiguous & Null|4
Very Ambiguous & Omni|4
Very Ambiguous & Orange|4
Very Ambiguous & Pink|4
Very Ambiguous & White|4
White|3456
White & Brown|3456
White & Cocoa Rainbow|56
White & Dark Brown|56
White & Dark Null|56
White & Dark Omni|56
White & Dark Orange|56
White & Dark Pink|56
White & Dark Prism|56
White & Dark Rainbow|56
White & Gray Pink|56
White & Light Pink|3456
White & Muddy Rainbow|3456
White & Null|3456
White & Omni|3456
White & Orange|3456
White & Prism|456
White Reversed|3456
White Reversed & Rainbow|456
White-Fives|3456
White-Fives & Black|56
White-Fives & Brown|3456
White-Fives & Cocoa Rainbow|56
White-Fives & Dark Brown|56
White-Fives & Dark Null|56
White-Fives & Dark Omni|56
White-Fives & Dark Orange|56
White-Fives & Dark Pink|56
White-Fives & Dark Prism|56
White-Fives & Dark Rainbow|56
White-Fives & Gray|56
White-Fives & Gray Pink|56
White-Fives & Light Pink|3456
White-Fives & Muddy Rainbow|3456
White-Fives & Null|3456
White-Fives & Omni|3456
White-Fives & Orange|3456
White-Fives & Pink|3456
White-Fives & Prism|3456
White-Fives & Rainbow|3456
White-Fives & White|3456
White-Ones|3456
White-Ones & Black|56
White-Ones & Brown|3456
White-Ones & Cocoa Rainbow|56
White-Ones & Dark Brown|56
White-Ones & Dark Null|56
White-Ones & Dark Omni|56
White-Ones & Dark Orange|56
White-Ones & Dark Pink|56
White-Ones & Dark Prism|56
White-Ones & Dark Rainbow|56
White-Ones & Gray|56
White-Ones & Gray Pink|56
White-Ones & Light Pink|3456
White-Ones & Muddy Rainbow|3456
White-Ones & Null|3456
White-Ones & Omni|3456
White-Ones & Orange|3456
White-Ones & Pink|3456
White-Ones & Prism|3456
White-Ones & Rainbow|3456
White-Ones & White|3456`;
