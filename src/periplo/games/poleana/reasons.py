"""Whether a release or a walk is allowed, or the reason why not."""

from typing import Final

# allowed
ADVANCE: Final = 1

# why not
ONE_DIE_LEFT: Final = -1
NO_RELEASE: Final = -2
CELL_EMPTY: Final = -3
NO_ROOM: Final = -4
BARRIER_THERE: Final = -5
RIVAL_ON_SIX: Final = -6
IN_CELL: Final = -7
OUT_ALREADY: Final = -8
NO_WAY_UP: Final = -9
TOO_FAR: Final = -10
GALLERY_TAKEN: Final = -12
ESCAPE_TAKEN: Final = -13
GUARD_THERE: Final = -14
CELL_NOT_EMPTY: Final = -15
PROTECTED: Final = -16

# the clause of each reason, and the words
REASONS: Final = {
    ADVANCE: ("POL-5", "to capture comes before advancing"),
    ONE_DIE_LEFT: ("POL-5", "only the whole throw releases"),
    NO_RELEASE: ("POL-2", "{dice} does not release so"),
    CELL_EMPTY: ("POL-2", "nobody is left in the cell"),
    NO_ROOM: ("POL-9", "there is no room on {at}"),
    BARRIER_THERE: ("POL-8", "a barrier stands on {at}"),
    RIVAL_ON_SIX: ("POL-R5", "a rival stands there, and others are left in the cell"),
    IN_CELL: ("POL-2", "reo {reo} is still in its cell"),
    OUT_ALREADY: ("POL-13", "reo {reo} is out already"),
    NO_WAY_UP: ("POL-12", "this move does not go on from a :14 with a gallery"),
    TOO_FAR: ("POL-13", "the way ends at e7, to be reached exactly"),
    GALLERY_TAKEN: ("POL-10", "{at} is taken: nobody passes there"),
    ESCAPE_TAKEN: ("POL-13", "{at} is taken"),
    GUARD_THERE: ("POL-15", "a guard stands on {at}"),
    CELL_NOT_EMPTY: ("POL-6", "nobody captures with reos left in the cell"),
    PROTECTED: ("POL-11", "a reo on {at} cannot be captured"),
}
