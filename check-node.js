/**
 * npm runs this script after every install, with the first `node` in the PATH: that of the Node package in
 * node_modules, if there is one for the platform. It is JavaScript, because older Node releases cannot run TypeScript.
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
