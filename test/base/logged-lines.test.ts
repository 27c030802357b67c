import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleSources } from '../bundled-sources.js';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'node_modules', '.cache', `logging-${process.pid}`);
const program = join(folder, 'logging-process.mjs');

beforeAll(() => bundleSources(join(import.meta.dirname, 'logging-process.ts'), program));
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each(['throw', 'SIGTERM'] as const)('the log is complete if a process ends by %s', async (how) => {
	const child = spawn(process.execPath, [program, how], { stdio: ['ignore', 'pipe', 'ignore'] });
	let log = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		log += text;
		if (text.includes('Waiting')) child.kill('SIGTERM');
	});
	await new Promise((resolve) => child.once('close', resolve));
	expect(log.match(/"n":\d/g)).toEqual(['"n":0', '"n":1', '"n":2']);
});
