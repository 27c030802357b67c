import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtImage, ComposePlace } from './compose-place.js';
import { missingTool } from './containers.js';
import { type Docker, missingDocker } from './docker.js';
import { Members } from './members.js';

// compose.yaml as it is, by Docker itself: deploy/compose/replace.sh while members verify all the time.

const missing = missingTool() ?? missingDocker();
if (missing !== undefined) process.stderr.write(`compose.yaml is not run: ${missing} is missing.\n`);

const good = builtImage;
const nothingLost = { unanswered: 0, answeredTwice: 0, refused: [], withoutRole: 0 };

describe.skipIf(missing !== undefined)('a replacement by compose', () => {
	let place: ComposePlace;
	let docker: Docker;
	let stage: Stage;
	let folder: string;

	beforeAll(async () => {
		place = await ComposePlace.open('sh deploy/compose/prepare.sh');
		({ docker, stage, folder } = place);
		await docker.variant('claimcheck:next', good, 'LABEL next=1');
		await docker.variant('claimcheck:deaf', good, 'CMD ["--eval", "setInterval(() => {}, 1000)"]');
		await docker.variant('claimcheck:wrong', good, 'CMD ["--eval", "process.exit(78)"]');
		await docker.variant(
			'claimcheck:newer',
			good,
			'USER 0',
			`RUN ${JSON.stringify(['node', '--eval', nextFormat])}`,
		);
		await stage.register();
		await choose(good);
	}, 1_800_000);
	afterAll(() => place?.close(), 120_000);

	/** The image that compose.yaml names from now on, as an operator says it. */
	async function choose(image: string): Promise<void> {
		await writeFile(join(folder, '.env'), `CLAIMCHECK_IMAGE=${image}\n`);
		await place.own();
	}
	const replace = () => place.sh('sh deploy/compose/replace.sh');
	const running = () => place.running();
	const imageOf = async (id = ''): Promise<string> =>
		(await place.sh(`docker inspect --format '{{.Config.Image}}' ${id}`)).trim();
	const answers = () => place.answers();

	it('starts the bot where none runs', async () => {
		await replace();
		expect(await running()).toHaveLength(1);
		expect(await answers()).toBe('✅ Purchase verified');
	});

	it('puts a new version in its place, and no member notices', async () => {
		const [old] = await running();
		await choose('claimcheck:next');
		const members = new Members(stage);
		expect(await replace()).toContain('answers');
		const { sent, ...lost } = await members.stop();
		expect(lost).toEqual(nothingLost);
		expect(sent).toBeGreaterThan(10);
		process.stdout.write(`Compose: ${sent} commands during a replacement\n`);
		const [now, ...more] = await running();
		expect(more).toEqual([]);
		expect(now).not.toBe(old);
		expect(await imageOf(now)).toBe('claimcheck:next');
		// Compose itself has nothing more to do.
		await place.sh('docker compose up --detach');
		expect(await running()).toEqual([now]);
	});

	it.each([
		['never answers', 'claimcheck:deaf', 'is not ready yet'],
		['ends at once', 'claimcheck:wrong', 'has ended'],
	])('leaves the old one in its place where the new one %s', async (_, image, reason) => {
		const before = await running();
		await choose(image);
		const members = new Members(stage);
		const failed = place.sh('REPLACE_SECONDS=5 sh deploy/compose/replace.sh');
		await expect(failed).rejects.toMatchObject({
			code: 1,
			stderr: expect.stringMatching(new RegExp(`${reason}[\\s\\S]*the old one goes on`)),
		});
		const { sent: _sent, ...lost } = await members.stop();
		expect(lost).toEqual(nothingLost);
		expect(await running()).toEqual(before);
	});

	it('refuses to run two versions side by side that keep the database in different formats', async () => {
		const before = await running();
		await choose('claimcheck:newer');
		await expect(replace()).rejects.toMatchObject({
			code: 3,
			stderr: expect.stringContaining('another format'),
		});
		expect(await running()).toEqual(before);
	});

	it('is undone by Ctrl-C', async () => {
		const before = await running();
		await choose('claimcheck:deaf');
		const child = spawn('sh', ['deploy/compose/replace.sh'], { cwd: folder, env: docker.environment });
		await expect.poll(async () => (await running()).length).toBe(2);
		child.kill('SIGINT');
		expect(await once(child, 'exit')).toEqual([130, null]);
		expect(await running()).toEqual(before);
		expect(await answers()).toBe('✅ Purchase verified');
	});

	it('is made good by the next run where it was killed in the middle', async () => {
		const child = spawn('sh', ['deploy/compose/replace.sh'], { cwd: folder, env: docker.environment });
		await expect.poll(async () => (await running()).length).toBe(2);
		child.kill('SIGKILL');
		await once(child, 'exit');
		await choose(good);
		await replace();
		const [now, ...more] = await running();
		expect(more).toEqual([]);
		expect(await imageOf(now)).toBe(good);
		expect(await answers()).toBe('✅ Purchase verified');
	});
});

/** Makes a version of the bot whose database has another format. */
const nextFormat = `
const { readFileSync, writeFileSync } = require('node:fs');
const file = '/app/dist/src/claims/format.js';
writeFileSync(file, readFileSync(file, 'utf8').replace(/currentFormat = (\\d+)/, (_, format) => 'currentFormat = ' + (+format + 1)));
`;
