"""python -m pinakes"""

import sys

from pinakes.cli import main

sys.exit(main())
