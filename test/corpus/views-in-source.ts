import { readdirSync, readFileSync } from 'node:fs';

const root = `${import.meta.dirname}/../..`;
/** The functions that return a message or a form, by their declared return type. */
const declared =
	/^export function (\w+)(?:<[^(]*>)?\(\s*t: [\s\S]*?\): (?:MessageView|APIModalInteractionResponseCallbackData|\{ readonly view: MessageView[^}]*\}) \{$/gm;

/** Every view in the source, by file and name. */
export async function viewsInSource(): Promise<ReadonlyMap<string, (...args: never) => unknown>> {
	const views = new Map<string, (...args: never) => unknown>();
	const files = ['src/ui/messages', 'commands'].flatMap((folder) =>
		readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.map((name) => `${folder}/${name}`),
	);
	files.push('src/ui/refusal.ts');
	for (const file of files) {
		// A signature ends with the first line that opens the body.
		const heads = readFileSync(`${root}/${file}`, 'utf8')
			.split(/^(?=export function )/m)
			.map((text) => text.slice(0, text.search(/ \{$/m) + 2));
		const names = heads.flatMap((head) => [...head.matchAll(declared)].map(([, name = '']) => name));
		if (names.length === 0) continue;
		const exported: Readonly<Record<string, (...args: never) => unknown>> = await import(`${root}/${file}`);
		for (const name of names) {
			const view = exported[name];
			if (view !== undefined) views.set(`${file} ${name}`, view);
		}
	}
	return views;
}
