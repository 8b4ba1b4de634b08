import type { Signal } from "@preact/signals";
import { isPaletteOpen } from "./palette.tsx";
import { project, projects, switchProject } from "./projects.ts";
import { go } from "./router.ts";
import { groups, type Screen, screenAbove, screens } from "./screens.ts";
import { nextTheme, theme } from "./theme.ts";

/** Where the app is, and whether the menu of a narrow window is open. */
interface NavigationProps {
  readonly current: Screen | null;
  readonly isOpen: Signal<boolean>;
}

/** The way to every screen. */
export function Navigation({ current, isOpen }: NavigationProps) {
  return (
    <header class={isOpen.value ? "side open" : "side"}>
      <div class="brand">
        <a href="/">holdall</a>
        <ThemeButton />
        <button
          type="button"
          class="menu"
          aria-expanded={isOpen.value}
          aria-controls="screens"
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          Menu
        </button>
      </div>
      <ProjectChoice />
      <button
        type="button"
        class="go-to"
        onClick={() => {
          isPaletteOpen.value = true;
        }}
      >
        Go to … <kbd>Ctrl K</kbd>
      </button>
      <nav id="screens" aria-label="Screens">
        {groups.map((group) => {
          const members = screens.filter((screen) => screen.group === group);
          if (members.length === 0) return null;
          return (
            <div key={group} class="nav-group">
              {group !== "" && <p class="nav-title">{group}</p>}
              <ul>
                {members.map((screen) => (
                  <li key={screen.path}>
                    <a href={addressOf(screen)} aria-current={currentOf(screen, current)}>
                      {screen.title}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </nav>
    </header>
  );
}

/** The name of the project, and the way to another one. */
function ProjectChoice() {
  const current = project.value;
  if (current === null) return null;
  const isUnique = (name: string) => projects.value.filter((each) => each.name === name).length < 2;
  return (
    <label class="project-choice">
      <span class="unseen">Project</span>
      <select
        value={current.id}
        title={current.folder}
        onChange={(event) => {
          switchProject(event.currentTarget.value);
          go("/");
        }}
      >
        {projects.value.map(({ id, name, folder }) => (
          <option key={id} value={id}>
            {isUnique(name) ? name : folder}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Parameters that may be left out are left out. */
function addressOf({ path }: Screen): string {
  return path.split("/:")[0] || "/";
}

/** The screen itself, or the one above it: a session is below the sessions. */
function currentOf(screen: Screen, current: Screen | null): "page" | "true" | undefined {
  if (current === screen) return "page";
  return current !== null && screenAbove(current) === screen ? "true" : undefined;
}

const SIGNS = { system: "◐", light: "☀", dark: "☾" } as const;

function ThemeButton() {
  return (
    <button
      type="button"
      class="theme"
      aria-label={`Colours: ${theme.value}. Change to ${nextTheme()}`}
      title={`Colours: ${theme.value}`}
      onClick={() => {
        theme.value = nextTheme();
      }}
    >
      <span aria-hidden="true">{SIGNS[theme.value]}</span>
    </button>
  );
}
