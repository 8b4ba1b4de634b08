import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { CommandLine } from "../web/components/command-line.tsx";
import { Empty } from "../web/components/empty.tsx";
import { Loading } from "../web/components/loading.tsx";
import { Problem } from "../web/components/problem.tsx";
import { chosenProject, isServerStopped, isSignedOut, lookForServer, returns } from "./api.ts";
import { generation } from "./generation.ts";
import { head } from "./head.ts";
import { Navigation } from "./navigation.tsx";
import { listenForPaletteKey, Palette } from "./palette.tsx";
import { loadProjects, project } from "./projects.ts";
import { matchPath, place } from "./router.ts";
import { type Screen, type ScreenProps, screenAbove, screens } from "./screens.ts";
import { ServerStopped } from "./server-stopped.tsx";
import { SignedOut } from "./signed-out.tsx";

/** Everything around a screen: where one can go, what the screen answers, and the command for the same. */
export function Frame() {
  const found = findScreen(place.value.path);
  const isMenuOpen = useSignal(false);
  const title = useRef<HTMLHeadingElement>(null);
  const { path } = place.value;
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    isMenuOpen.value = false;
    // A reader of the screen hears where a link has led; the first page is announced by the browser.
    if (!isFirst.current) title.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [path]);
  useEffect(listenForSearchKey, []);
  useEffect(listenForPaletteKey, []);
  // Without the list the app shows the folder of the server; each screen reports what is wrong.
  useEffect(() => void loadProjects().catch(() => undefined), [generation.value, returns.value]);
  const heading = head.value.title ?? found?.screen.title ?? "Not found";
  const key = [chosenProject.value, generation.value, path].join(" ");
  const name = project.value?.name ?? "";
  useEffect(() => {
    document.title = [heading, name, "holdall"].filter((part) => part !== "").join(" – ");
  }, [heading, name]);
  return (
    <div class="app">
      <a class="skip" href="#content">
        Skip to content
      </a>
      <Palette />
      <Navigation current={found?.screen ?? null} isOpen={isMenuOpen} />
      <main id="content" class={found?.screen.isWide ? "screen wide" : "screen"} tabIndex={-1}>
        <div class="screen-head">
          <Up screen={found?.screen ?? null} />
          <h1 ref={title} tabIndex={-1}>
            <bdi>{heading}</bdi>
          </h1>
          {found !== null && <p class="question">{found.screen.question}</p>}
        </div>
        <div class="screen-body">
          {isServerStopped.value && <ServerStopped />}
          {isSignedOut.value && <SignedOut />}
          {found === null && <NotFound />}
          {found !== null && !isSignedOut.value && <Shown key={key} {...found} />}
        </div>
        {found !== null && (
          <div class="screen-foot">
            <span>The same in a terminal</span>
            <CommandLine command={head.value.command ?? found.screen.command} />
          </div>
        )}
      </main>
    </div>
  );
}

/** The way from one session, thread or run to all of them. */
function Up({ screen }: { readonly screen: Screen | null }) {
  const above = screen === null ? null : screenAbove(screen);
  if (above === null) return null;
  return (
    <p class="up">
      <a href={above.path}>← {above.title}</a>
    </p>
  );
}

interface Found extends Pick<ScreenProps, "params"> {
  readonly screen: Screen;
}

function findScreen(path: string): Found | null {
  for (const screen of screens) {
    const params = matchPath(screen.path, path);
    if (params !== null) return { screen, params };
  }
  return null;
}

/** A screen, once its code is there. */
function Shown({ screen, params }: Found) {
  const [loaded, setLoaded] = useState<ComponentType<ScreenProps> | null>(null);
  const [error, setError] = useState<unknown>(null);
  useLayoutEffect(() => {
    head.value = {};
  }, []);
  useEffect(() => {
    screen.load().then(
      ({ default: component }) => setLoaded(() => component),
      (failure: unknown) => {
        setError(failure);
        void lookForServer();
      },
    );
  }, []);
  useEffect(() => {
    // A browser does not ask again for a script that it could not load.
    if (error !== null) location.reload();
  }, [returns.value]);
  if (error !== null && isServerStopped.value) return null;
  if (error !== null) return <Problem error={error} onRetry={() => location.reload()} />;
  if (loaded === null) return <Loading what="Loading the screen" />;
  const Component = loaded;
  return <Component params={params} search={place.value.search} />;
}

function NotFound() {
  return (
    <Empty title="There is no such screen.">
      <p>
        <a href="/">Go to Home</a>
      </p>
    </Empty>
  );
}

/** `/` goes to the search of the screen, unless something is typed. */
function listenForSearchKey(): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLElement && event.target.matches("input, textarea, select"))
      return;
    const search = document.querySelector<HTMLInputElement>("main input[type=search]");
    if (search === null) return;
    search.focus();
    event.preventDefault();
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}
