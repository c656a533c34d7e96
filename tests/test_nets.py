"""Nets of print kits: what is folded must come out whole."""

from periplo.core.nets import DIE_FACES, DIE_FLAPS, RIM, die


def test_opposite_faces_of_a_die_make_seven() -> None:
    faces = {place: face for face, place in DIE_FACES.items()}
    opposite = [((1, 0), (1, 2)), ((1, 1), (1, 3)), ((0, 1), (2, 1))]
    assert [faces[one] + faces[other] for one, other in opposite] == [7, 7, 7]


def test_a_die_hangs_together_and_every_edge_that_is_no_fold_has_one_flap() -> None:
    net = die(10, 3, str)
    counts = list(net.edges.values())
    assert counts.count(2) == len(net.panels) + len(net.flaps) - 1  # a tree
    assert set(counts) == {1, 2}
    assert len(DIE_FLAPS) == 12 - 5  # edges of a die that are not folds of the net
    assert net.box == (-3 - RIM, -RIM, 36 + 2 * RIM, 43 + 2 * RIM)
