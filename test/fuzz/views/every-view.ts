import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { itemCases } from './item-cases.js';
import { memberCases } from './member-cases.js';
import { serverCases } from './server-cases.js';
import { staffCases } from './staff-cases.js';
import type { ViewCase } from './view-case.js';

/** Every view with its states, by its file and its name. */
export const everyView: Readonly<Record<string, ViewCase>> = {
	...itemCases,
	...memberCases,
	...staffCases,
	...serverCases,
};

export const viewNames = Object.keys(everyView).toSorted();

const folder = 'src/views';
/** The functions that give a message or a form, by what they are declared to return. */
const declared =
	/^export function (\w+)(?:<[^(]*>)?\([\s\S]*?\): (?:MessageView|APIModalInteractionResponseCallbackData|\{ readonly view: MessageView[^}]*\}) \{$/gm;
/** They make other views' messages into what is sent. */
const partsOfOthers = new Set([
	'message/textView',
	'message/contentView',
	'message/componentsView',
	'page/page',
	'page/notice',
]);

/** Every view that there is, read from the source, so that none is forgotten. */
export function viewsInSource(): readonly string[] {
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
		name.endsWith('.ts'),
	);
	return files.flatMap((file) => {
		const source = readFileSync(`${folder}/${file}`, 'utf8');
		// A signature ends with the first line that opens its body.
		const functions = source.split(/^(?=export function )/m);
		return functions.flatMap((text) => {
			const head = text.slice(0, text.search(/ \{$/m) + 2);
			const [, name] = [...head.matchAll(declared)][0] ?? [];
			const key = `${basename(file, '.ts')}/${name}`;
			return name === undefined || partsOfOthers.has(key) ? [] : [key];
		});
	});
}
