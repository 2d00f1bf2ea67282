/**
 * The names of all variants. Each line has the first part of some names, and behind a bar, for each set of
 * numbers of suits, the rest of the names that exist with these numbers: `Rainbow|3456:,Black|56:Brown`.
 *
 * Made by `python -m tests.golden` from the server's catalogue; do not edit.
 */
export const VARIANTS = `3 Suits|:
4 Suits|:
6 Suits|:
Alternating Clues|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Ambiguous|46:|5:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink,Prism,Rainbow|35:Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,White|:Dual-Color Mix
Ambiguous Mix|:
Black|56:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Pink,Prism,Rainbow,White|6:Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Black Reversed|56:
Brown|3456:,Light Pink,Muddy Rainbow,Null,Omni,Orange,Prism|56:Cocoa Rainbow,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Brown-Fives|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Brown-Ones|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Candy Corn Mix|56:
Chimneys|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Clue Starved|56:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White
Cocoa Rainbow|56:|6:Dark Orange,Dark Prism,Gray Pink
Color Blind|3456:
Color Mute|3456:
Cow|3456:Pig
Critical Fours|56:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|6:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Dark Brown|56:|6:Cocoa Rainbow,Dark Null,Dark Omni,Dark Orange,Dark Prism,Gray Pink
Dark Null|56:|6:Cocoa Rainbow,Dark Orange,Dark Prism,Gray Pink
Dark Omni|56:|6:Cocoa Rainbow,Dark Null,Dark Orange,Dark Prism,Gray Pink
Dark Orange|56:
Dark Orange Reversed|56:
Dark Pink|56:|6:Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Prism,Gray,Gray Pink
Dark Prism|56:|6:Dark Orange
Dark Prism Reversed|56:
Dark Rainbow|56:|6:Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Gray,Gray Pink
Dark Rainbow Reversed|56:
Deceptive-Fives|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Deceptive-Ones|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Dual-Color|356:|6:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink|46:Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White
Dual-Color Mix|:
Duck|3456:
Extremely Ambiguous|456:|56:Black,Brown,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Rainbow,Gray,Gray Pink,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,White
Funnels|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Gray|56:|6:Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Prism,Gray Pink
Gray Pink|56:|6:Dark Orange,Dark Prism
Gray Reversed|56:
Holiday Mix|56:
Light Pink|3456:,Orange|56:Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray|456:Prism
Light-Pink-Fives|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Light-Pink-Ones|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Matryoshka|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Muddy Rainbow|3456:,Light Pink,Orange|56:Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink|456:Prism
Muddy-Rainbow-Fives|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Muddy-Rainbow-Ones|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
No Variant|:
Null|3456:,Light Pink,Muddy Rainbow,Orange|56:Cocoa Rainbow,Dark Brown,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink|456:Prism
Null-Fives|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Null-Ones|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Number Blind|3456:
Number Mute|3456:
Odds and Evens|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Omni|3456:,Light Pink,Muddy Rainbow,Null,Orange|56:Cocoa Rainbow,Dark Brown,Dark Null,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink|456:Prism
Omni-Fives|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Omni-Ones|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Orange|3456:|56:Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Orange Reversed|3456:
Pink|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Prism,White|56:Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Prism,Dark Rainbow,Gray,Gray Pink
Pink-Fives|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Pink-Ones|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Prism|3456:,Orange|56:Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Rainbow,Gray,Gray Pink
Prism Reversed|3456:
RGB Mix|6:
Rainbow|3456:,Brown,Orange,Pink|56:Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Gray,Gray Pink|456:Light Pink,Muddy Rainbow,Null,Omni,Prism,White
Rainbow Reversed|3456:
Rainbow-Fives|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Rainbow-Ones|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Reversed|3456:
Scarce Ones|56:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|6:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Special Mix|56:
Sudoku|45:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|5:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Synesthesia|3456:,Brown,Null,Orange,Rainbow,White|56:Black,Dark Brown,Dark Null,Dark Orange,Dark Rainbow,Gray
Throw It in a Hole|456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|6:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Totally Blind|3456:
Up or Down|56:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|6:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
Valentine Mix|56:
Very Ambiguous|36:|4:Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,White
White|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange|56:Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray Pink|456:Prism
White Reversed|3456:|456:Rainbow
White-Fives|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink
White-Ones|3456:,Brown,Light Pink,Muddy Rainbow,Null,Omni,Orange,Pink,Prism,Rainbow,White|56:Black,Cocoa Rainbow,Dark Brown,Dark Null,Dark Omni,Dark Orange,Dark Pink,Dark Prism,Dark Rainbow,Gray,Gray Pink`;
