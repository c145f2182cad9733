"""What can be learned: one prepared game for each kind of game."""

from collections.abc import Mapping
from typing import Final

from app.tutorial.courses.codenames import CODENAMES
from app.tutorial.courses.course import Course, LessonWords, Step
from app.tutorial.courses.duet import DUET

COURSES: Final[Mapping[str, Course]] = {course.name: course for course in (CODENAMES, DUET)}

__all__ = ["CODENAMES", "COURSES", "DUET", "Course", "LessonWords", "Step"]
