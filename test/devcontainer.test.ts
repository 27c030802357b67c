import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

const file = z
	.object({
		image: z.string(),
		updateContentCommand: z.literal('npm ci'),
		forwardPorts: z.tuple([z.int()]),
		postAttachCommand: z.string(),
	})
	.parse(JSON.parse(readFileSync('.devcontainer/devcontainer.json', 'utf8')));
const port = String(file.forwardPorts[0]);

/** The `npm` command that the container runs, after the setting that it has. */
function ran(environment: Readonly<Record<string, string>>): string {
	const folder = mkdtempSync(join(tmpdir(), 'devcontainer-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const npm = join(folder, 'npm');
	writeFileSync(npm, '#!/bin/sh\necho "[$PLAYGROUND_FORWARDED_HOST] $*"\n');
	chmodSync(npm, 0o755);
	const { PATH: usual } = process.env;
	const env = { PATH: [folder, usual].join(delimiter), ...environment };
	return execFileSync('/bin/sh', ['-c', file.postAttachCommand], { env, encoding: 'utf8' }).trim();
}

describe('the dev container', () => {
	it('has the Node.js of this checkout', () => {
		const [, version] =
			/node-version: (\d+)/.exec(readFileSync('.github/workflows/release.yml', 'utf8')) ?? [];
		expect(file.image).toBe(`mcr.microsoft.com/devcontainers/javascript-node:${version}-bookworm`);
	});

	it.skipIf(process.platform === 'win32')('names the codespace’s own forwarded address', () => {
		const codespace = {
			CODESPACE_NAME: 'octocat-parakeet',
			GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN: 'app.github.dev',
		};
		expect(ran(codespace)).toBe(`[octocat-parakeet-${port}.app.github.dev] run playground -- --port ${port}`);
	});

	it.skipIf(process.platform === 'win32')('admits no other name elsewhere', () => {
		expect(ran({})).toBe(`[] run playground -- --port ${port}`);
	});
});
