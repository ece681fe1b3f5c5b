"""Pictures are the same pixel for pixel as those that were approved, on every machine."""

import pytest
from PIL import ImageChops

from tests.renderers.approve import FOLDER, PICTURES
from tests.renderers.views import pixels


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_as_it_was_approved(name):
    approved, now = pixels((FOLDER / f"{name}.png").read_bytes()), pixels(PICTURES[name]())
    assert now.size == approved.size
    differs = ImageChops.difference(approved, now).getbbox()
    assert differs is None, "it has changed: python -m tests.renderers.approve, and look at it"
