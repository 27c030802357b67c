// Ends a start on a Node.js that is too old with one line, before anything is loaded that it can't read.
// `npm run build` runs it first, and scripts/bundle.js puts it at the head of each program.

/** As in `engines` of package.json. */
const oldest = '20.19';

const [major, minor] = process.versions.node.split('.').map(Number);
const [oldestMajor, oldestMinor] = oldest.split('.').map(Number);
if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
	process.stderr.write(
		`Node.js ${process.versions.node} is too old: ${oldest} or newer. Install Node.js 24 from https://nodejs.org\n`,
	);
	process.exit(78);
}
