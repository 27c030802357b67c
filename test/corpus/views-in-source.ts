import { readdirSync, readFileSync } from 'node:fs';

const folder = `${import.meta.dirname}/../../src/views`;
/** The functions that give a message or a form, by what they are declared to return. */
const declared =
	/^export function (\w+)(?:<[^(]*>)?\([\s\S]*?\): (?:MessageView|APIModalInteractionResponseCallbackData|\{ readonly view: MessageView[^}]*\}) \{$/gm;

/** Every view that there is, by its file and name. */
export async function viewsInSource(): Promise<ReadonlyMap<string, (...args: never) => unknown>> {
	const views = new Map<string, (...args: never) => unknown>();
	// Modules in `kit` build the messages of other views.
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
		(name) => name.endsWith('.ts') && !name.startsWith('kit'),
	);
	for (const file of files) {
		// A signature ends with the first line that opens its body.
		const heads = readFileSync(`${folder}/${file}`, 'utf8')
			.split(/^(?=export function )/m)
			.map((text) => text.slice(0, text.search(/ \{$/m) + 2));
		const names = heads.flatMap((head) => [...head.matchAll(declared)].map(([, name = '']) => name));
		if (names.length === 0) continue;
		const exported: Readonly<Record<string, (...args: never) => unknown>> = await import(`${folder}/${file}`);
		for (const name of names) {
			const view = exported[name];
			if (view !== undefined) views.set(`${file} ${name}`, view);
		}
	}
	return views;
}
