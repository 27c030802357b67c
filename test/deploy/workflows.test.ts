import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

// An action runs with the workflow's permissions on this repository, which an attacker gets by moving an action's tag.

const folder = '.github/workflows';
const workflows = readdirSync(folder).map(
	(name) => [name, readFileSync(join(folder, name), 'utf8')] as const,
);

/** The jobs of a workflow: their lines by job name. */
function jobsOf(text: string): Map<string, string> {
	const jobs = text.split('\njobs:\n')[1] ?? '';
	const parts = jobs.split(/^ {2}([\w-]+):\n/m).slice(1);
	return new Map(parts.flatMap((name, at) => (at % 2 === 0 ? [[name, parts[at + 1] ?? ''] as const] : [])));
}

/** The reason for each kind of write access, in the only job that may have it. */
const writers: Readonly<Record<string, readonly string[]>> = {
	'codeql.yml analyze': ['security-events'],
	'scorecard.yml analysis': ['security-events', 'id-token'],
	'release.yml image': ['packages', 'id-token', 'attestations'],
	'release.yml archive': ['id-token', 'attestations'],
	'release.yml downloads': ['id-token', 'attestations'],
	'release.yml release': ['contents'],
};

describe('the workflows', () => {
	it.each(workflows)('%s pins every action by its commit, and says which version that is', (_, text) => {
		const used = [...text.matchAll(/uses: (.*)$/gm)].map(([, action = '']) => action);
		expect(used.length).toBeGreaterThan(0);
		const loose = used.filter((action) => !/^(?:\.\/|[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/.test(action));
		expect(loose).toEqual([]);
	});

	it('pin each action to the same commit everywhere', () => {
		const commits = new Map<string, Set<string>>();
		for (const [, text] of workflows) {
			for (const [, action = '', commit = ''] of text.matchAll(/uses: ([\w-]+\/[\w-]+)[\w/-]*@(.*)$/gm)) {
				commits.set(action, (commits.get(action) ?? new Set()).add(commit));
			}
		}
		expect([...commits].filter(([, set]) => set.size > 1)).toEqual([]);
	});

	it.each(workflows)('%s gives all of its jobs read access only', (_, text) => {
		expect(text).toMatch(/^permissions:(?: \{\}|\n {2}contents: read)\n(?=\S)/m);
	});

	it.each(workflows)('%s lets each job write only where it needs to', (name, text) => {
		for (const [job, lines] of jobsOf(text)) {
			const written = [...lines.matchAll(/^ {6}([\w-]+): write$/gm)].map(([, right = '']) => right);
			expect({ [job]: written }).toEqual({ [job]: writers[`${name} ${job}`] ?? [] });
		}
	});

	it.each(workflows)('%s leaves no token behind after a checkout', (_, text) => {
		const checkouts = text.split('uses: actions/checkout@').slice(1);
		for (const rest of checkouts)
			expect(rest.split('\n').slice(1, 3).join('\n')).toContain('persist-credentials: false');
	});

	it.each(workflows)('%s puts no text from strangers into a command', (_, text) => {
		const commands = [...text.matchAll(/^( *)(?:- )?run: (.*(?:\n\1 {2,}.*)*)/gm)].map(
			([, , command]) => command,
		);
		expect(commands.filter((command) => command?.includes('${{'))).toEqual([]);
	});
});
