"""detect-secrets in the protocol of score.ts; run with a Python that has the package."""

import json
import sys
import tempfile
from pathlib import Path

from detect_secrets.core.scan import scan_file
from detect_secrets.settings import default_settings

with default_settings(), tempfile.TemporaryDirectory() as folder:
    for line in sys.stdin:
        text = json.loads(line)
        file = Path(folder) / "case.txt"
        file.write_text(text, encoding="utf-8")
        for found in scan_file(str(file)):
            if found.secret_value:
                text = text.replace(found.secret_value, "[secret]")
        print(json.dumps(text))
