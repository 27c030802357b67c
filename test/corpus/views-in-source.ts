import { readdirSync, readFileSync } from 'node:fs';

const root = `${import.meta.dirname}/../..`;
/** The functions that return a message or a form, by their names. */
const named = /^export function (\w+(?:View|Modal|Form|Content))\(\s*t: /gm;

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
		const names = [...readFileSync(`${root}/${file}`, 'utf8').matchAll(named)].map(([, name = '']) => name);
		if (names.length === 0) continue;
		const exported: Readonly<Record<string, (...args: never) => unknown>> = await import(`${root}/${file}`);
		for (const name of names) {
			const view = exported[name];
			if (view !== undefined) views.set(`${file} ${name}`, view);
		}
	}
	return views;
}
