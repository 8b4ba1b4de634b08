import { useEffect, useState } from "preact/hooks";
import { Loading } from "./loading.tsx";

/** What is being waited for, and how to stop it. */
interface LongWaitProps {
  readonly what: string;
  readonly onCancel: () => void;
}

/** Something that may take long: after a second it shows for how long already, and that it can be cancelled. */
export function LongWait({ what, onCancel }: LongWaitProps) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((last) => last + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div class="long-wait">
      <Loading what={what} />
      {seconds > 0 && (
        <>
          {/* Nobody wants to hear every second. */}
          <span class="quiet" aria-hidden="true">
            {seconds} s
          </span>
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        </>
      )}
    </div>
  );
}
