/**
 * Runs after every install, on whichever Node is first in the PATH: the one of the packages where there is one
 * for this platform. Plain JavaScript, because older releases cannot run the TypeScript of the project.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

// 24.7 is the first release with argon2 in node:crypto.
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `The site runs on Node 24.7 or later, and no such package was installed for ${process.platform} ` +
      `${process.arch}: install that Node yourself, then run npm ci again.`,
  );
  process.exit(1);
}
