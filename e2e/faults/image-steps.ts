// The steps of a Dockerfile without Docker: each stage is a folder that stands for the root of an image, and its steps run
// there as an ordinary user. It knows the instructions that ours has, and refuses others.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const asNobody = isRoot ? { uid: nobody, gid: nobody } : {};

interface Stage {
  readonly root: string;
  cwd: string;
  readonly env: Record<string, string>;
  entry: readonly string[];
  health: readonly string[];
}

export interface Image {
  /** Starts the image's program on a tree that it cannot write to. `env`: as `docker run -e` gives it. */
  run(env: Readonly<Record<string, string>>): ChildProcess;
  /** The exit code of its check of health, in the same environment. */
  check(env: Readonly<Record<string, string>>): number | null;
}

/** `context`: the working copy; only what git knows of it is copied. `folder`: an empty one. */
export function makeImage(context: string, folder: string): Image {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const [instruction, rest] of instructionsOf(path.join(context, 'Dockerfile'))) {
    if (instruction === 'FROM') {
      const name = / AS (\S+)$/i.exec(rest)?.[1] ?? 'last';
      const root = path.join(folder, name);
      mkdirSync(root);
      own(root);
      stage = { root, cwd: root, env: {}, entry: [], health: [] };
      stages.set(name, stage);
    } else if (stage) take(stage, instruction, rest, { context, stages });
  }
  const last = stages.get('last')!;
  for (const file of [last.root, ...allIn(last.root)])
    if (!lstatSync(file).isSymbolicLink()) chmodSync(file, 0o555);
  const start = ([program, ...args]: readonly string[], env: Readonly<Record<string, string>>) =>
    spawn(program === 'node' ? process.execPath : program, args, {
      cwd: last.cwd,
      env: { ...last.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...asNobody,
    });
  return {
    run: (env) => start(last.entry, env),
    check(env) {
      const [program, ...args] = last.health;
      try {
        execFileSync(program === 'node' ? process.execPath : program, args, {
          cwd: last.cwd,
          env: { ...last.env, ...env },
          stdio: 'ignore',
          ...asNobody,
        });
        return 0;
      } catch (error) {
        return (error as { status: number | null }).status;
      }
    },
  };
}

interface Surroundings {
  readonly context: string;
  readonly stages: ReadonlyMap<string, Stage>;
}

function take(stage: Stage, instruction: string, rest: string, around: Surroundings): void {
  switch (instruction) {
    case 'WORKDIR':
      stage.cwd = path.join(stage.root, rest);
      mkdirSync(stage.cwd, { recursive: true });
      own(stage.cwd);
      return;
    case 'ENV':
      for (const pair of rest.split(' ')) stage.env[pair.split('=')[0]] = pair.slice(pair.indexOf('=') + 1);
      return;
    case 'COPY':
      return copy(stage, rest, around);
    case 'RUN':
      // A path of the image is one below its folder.
      return void execFileSync('sh', ['-c', rest.replace(/(?<=\s)\/(?=\w)/g, `${stage.root}/`)], {
        cwd: stage.cwd,
        env: { PATH: process.env.PATH, HOME: stage.root, ...stage.env },
        stdio: ['ignore', 'ignore', 'inherit'],
        ...asNobody,
      });
    case 'ENTRYPOINT':
      stage.entry = JSON.parse(rest) as string[];
      return;
    case 'HEALTHCHECK':
      stage.health = JSON.parse(rest.slice(rest.indexOf('CMD') + 3)) as string[];
      return;
    case 'USER': // All steps run as an ordinary user here.
    case 'EXPOSE':
      return;
    default:
      throw new Error(`the Dockerfile has a step that is not known here: ${instruction} ${rest}`);
  }
}

function copy(stage: Stage, rest: string, { context, stages }: Surroundings): void {
  const names = rest.split(/\s+/);
  const from = names[0].startsWith('--from=') ? stages.get(names.shift()!.slice(7)) : undefined;
  const to = path.resolve(stage.cwd, names.pop()!);
  for (const name of names) {
    const source = from ? path.join(from.root, name) : path.join(context, name);
    if (from || name !== '.') {
      const isFolder = lstatSync(source).isDirectory();
      cpSync(source, isFolder ? to : path.join(to, path.basename(name)), { recursive: true });
    } else
      for (const file of execFileSync('git', ['ls-files', '-z'], { cwd: context, encoding: 'utf8' }).split(
        '\0',
      ))
        if (file !== '') cpSync(path.join(context, file), path.join(to, file));
  }
  for (const file of [to, ...allIn(to)]) own(file);
}

/** [instruction, the rest of its line], without comments. */
function instructionsOf(file: string): readonly (readonly [string, string])[] {
  const lines = readFileSync(file, 'utf8')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  return lines
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1).trim()]);
}

function own(file: string): void {
  if (isRoot && !lstatSync(file).isSymbolicLink()) chownSync(file, nobody, nobody);
}

const allIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true }).map((name) => path.join(folder, String(name)));
