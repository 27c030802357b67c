import { readFileSync, writeFileSync } from 'node:fs';
import { languages } from '../../src/i18n/languages.js';
import { framesBefore, walkthrough, walkthroughFile, walkthroughIn } from './walkthrough.js';

// `npm run walkthrough` writes the committed one; with `-- --language fr` it prints the French one.

const [option, tag] = process.argv.slice(2);
const language = languages.find((it) => it === tag);
if (option === undefined) {
	writeFileSync(walkthroughFile, walkthrough(JSON.parse(readFileSync(framesBefore, 'utf8'))));
} else if (option === '--language' && language !== undefined) {
	process.stdout.write(walkthroughIn(language));
} else {
	process.stderr.write(`Usage: npm run walkthrough -- --language ${languages.join('|')}\n`);
	process.exitCode = 2;
}
