import { writeFileSync } from 'node:fs';
import { languages } from '../../src/i18n/languages.js';
import { walkthrough, walkthroughFile, walkthroughIn } from './walkthrough.js';

// `npm run walkthrough` writes the committed one; with `-- --language fr` it prints the French one.

const [option, tag] = process.argv.slice(2);
const language = languages.find((it) => it === tag);
if (option === undefined) {
	writeFileSync(walkthroughFile, walkthrough());
} else if (option === '--language' && language !== undefined) {
	process.stdout.write(walkthroughIn(language));
} else {
	process.stderr.write(`Usage: npm run walkthrough -- --language ${languages.join('|')}\n`);
	process.exitCode = 2;
}
