import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';

/**
 * Runs the steps of the Dockerfile without Docker. Each stage is a folder, which replaces the root of its file
 * system. The files of the base images are missing, so the steps run with the programs of this machine.
 */

/** The ids of `nonroot` in the base image of the last stage. Empty without root: only root can run as another user. */
export const nonroot = process.getuid?.() === 0 ? { uid: 65532, gid: 65532 } : {};

export interface Image {
  /** The folder that replaces the root of the file system. */
  folder: string;
  workdir: string;
  env: Record<string, string>;
  command: string[];
  healthCheck: string[];
}

/** Builds all stages, each in a subfolder of `folder`, and returns the last one. */
export function buildImage(folder: string): Image {
  const image: Image = { folder: '', workdir: '', env: {}, command: [], healthCheck: [] };
  const inImage = (name: string) =>
    name.startsWith('/') ? path.join(image.folder, name) : path.join(image.workdir, name);

  function copy(words: string[]): void {
    const [from, owner] = ['--from=', '--chown='].map((option) =>
      words.find((word) => word.startsWith(option))?.slice(option.length),
    );
    const [target = '', ...sources] = words.filter((word) => !word.startsWith('--')).reverse();
    for (const source of sources) {
      const file = from ? path.join(folder, from, source) : source;
      const isInto = statSync(file).isFile() && target.endsWith('/');
      const to = path.join(inImage(target), isInto ? path.basename(file) : '');
      cpSync(file, to, { recursive: true, verbatimSymlinks: true, filter: from ? all : isContext });
      if (owner && nonroot.uid) chownSync(to, nonroot.uid, nonroot.gid);
    }
  }

  function run(command: string): void {
    // Links the packages that the tests run with, because installing another copy would take half a minute.
    if (command === 'npm ci') {
      symlinkSync(path.resolve('node_modules'), inImage('node_modules'));
      return;
    }
    // Copies the packages of this project that are no development packages, for the same reason.
    if (command === 'npm ci --omit=dev') {
      const list = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable']);
      const [, ...packages] = list.toString().trim().split('\n');
      for (const folder of [...packages, path.resolve('node_modules/.bin')]) {
        const copied = inImage(path.relative('.', folder));
        cpSync(folder, copied, { recursive: true, verbatimSymlinks: true });
      }
      return;
    }
    // Copies dist/ instead of building. build.ts builds it again if it was not built from exactly these sources.
    if (command === 'npm run build') {
      cpSync('dist', inImage('dist'), { recursive: true });
      run('npx node build.ts');
      return;
    }
    // `npm test` sets variables that name the folder of this project. The npm of the image must not inherit them.
    const inherited = Object.entries(process.env).filter(
      ([name]) => !/^(INIT_CWD|npm_(?!config_)|npm_config_\w*prefix)/.test(name),
    );
    const { status, stdout, stderr } = spawnSync(command, {
      shell: true,
      cwd: image.workdir,
      env: Object.fromEntries(inherited),
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stdout}${stderr}`);
  }

  for (const [name, rest] of instructions()) {
    const words = rest.split(/\s+/);
    if (name === 'FROM') {
      image.folder = path.join(folder, words[2] ?? 'image');
      mkdirSync(image.folder);
      chmodSync(image.folder, 0o755);
    } else if (name === 'WORKDIR') {
      image.workdir = inImage(rest);
      mkdirSync(image.workdir, { recursive: true });
    } else if (name === 'COPY') copy(words);
    else if (name === 'RUN') run(rest);
    else if (name === 'ENV') {
      for (const [key = '', value = ''] of words.map((word) => word.split('='))) {
        image.env[key] = value.startsWith('/') ? inImage(value) : value;
      }
    } else if (name === 'CMD') image.command = JSON.parse(rest);
    else if (name === 'HEALTHCHECK') image.healthCheck = JSON.parse(rest.replace(/^.*?CMD /, ''));
    else if (!['USER', 'VOLUME', 'EXPOSE'].includes(name)) throw new Error(`unknown: ${name}`);
  }
  return image;
}

const instructions = () =>
  readFileSync('Dockerfile', 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => line.match(/^([A-Z]+)\s+(.*)$/)?.slice(1) as [name: string, rest: string]);

const all = () => true;

/** Returns false for files that .dockerignore excludes. Its lines are names of files and folders at the root. */
const isContext = (file: string) =>
  !readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .includes(file.split(path.sep, 1)[0] ?? '');
