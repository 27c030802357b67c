import { findingsOfFolder, foldersIn, habits } from './habits.js';

const args = process.argv.slice(2);
const rootAt = args.indexOf('--root');
const root = rootAt === -1 ? '.' : (args[rootAt + 1] ?? '.');
const asked = args.filter((_, at) => rootAt === -1 || (at !== rootAt && at !== rootAt + 1));

const folders = foldersIn(root).filter((folder) => asked.length === 0 || asked.includes(folder));
const byFolder = folders.map((folder) => ({ folder, findings: findingsOfFolder(root, folder) }));
const all = byFolder.flatMap(({ findings }) => findings);

const lines =
	asked.length > 0
		? all.map(({ file, habit, seen }) => `${file}: ${habit}: ${seen}`)
		: [
				...habits.map(
					({ name }) => `${String(all.filter(({ habit }) => habit === name).length).padStart(5)}  ${name}`,
				),
				`${String(all.length).padStart(5)}  in all`,
				`Clean: ${byFolder
					.filter(({ findings }) => findings.length === 0)
					.map(({ folder }) => folder)
					.join(', ')}`,
			];
process.stdout.write(`${lines.join('\n')}\n`);
