import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headline } from '../../e2e/reading.js';
import { documented } from '../documented.js';
import { ComposePlace } from './compose-place.js';
import { missingTool } from './containers.js';
import { missingDocker } from './docker.js';

// The commands for a container in docs/hosting.md and docs/operating.md, line by line.

const missing = missingTool() ?? missingDocker();

describe.skipIf(missing !== undefined)('the documents, in containers', () => {
	let place: ComposePlace;
	let code: string;
	const backup = { FILE: '../drill.sqlite' };

	beforeAll(async () => {
		place = await ComposePlace.open(documented('sh deploy/compose/prepare.sh'));
	}, 1_800_000);
	afterAll(() => place?.close(), 120_000);

	const stats = () => place.sh(documented('docker compose run --rm bot dist/src/claims-cli.js stats'));
	const verify = async (): Promise<string> =>
		headline(await place.stage.people.buyer.chatInput('verify', { code }).answered());

	it('installs', async () => {
		await place.sh(documented('docker compose build'));
		await place.sh(documented('docker compose run --rm bot dist/src/register.js'));
		await place.sh(documented('docker compose up --detach'));
		await expect.poll(() => place.sh(documented('docker compose ps'))).toContain('(healthy)');
		code = place.stage.marketplace.addPurchase().code;
		expect(await verify()).toBe('✅ Purchase verified');
		expect(
			await place.sh(`${documented('docker compose exec bot node dist/src/doctor.js')} || true`),
		).toContain('Discord');
	});

	it('has profiles that Compose understands', async () => {
		for (const profile of ['postgresql', 'redis']) {
			await place.sh(`docker compose --profile ${profile} config --quiet`);
		}
	});

	it('backs up, restores, checks', async () => {
		await place.sh(
			documented('docker compose exec bot node dist/src/claims-cli.js backup data/FILE', {
				FILE: 'drill.sqlite',
			}),
		);
		await place.answers();
		expect(await stats()).toContain('2 active');
		await mkdir(join(place.folder, 'data/backups'), { recursive: true });
		await place.own();
		await place.sh(documented('docker compose stop bot'));
		await place.sh(
			documented(
				'docker compose run --rm bot dist/src/claims-cli.js restore data/backups/FILE',
				backup,
			).concat(' --yes'),
		);
		await place.sh(documented('docker compose run --rm bot dist/src/claims-cli.js verify'));
		expect(await stats()).toContain('1 active');
		await place.sh(documented('docker compose up --detach'));
		await expect.poll(() => place.sh('docker compose ps')).toContain('(healthy)');
		expect(await verify()).toBe('✅ Already verified');
	});

	it('updates', async () => {
		const before = await place.running();
		await place.docker.variant('claimcheck', 'localhost/claimcheck:test', 'LABEL version=next');
		await place.sh(documented('sh deploy/compose/replace.sh'));
		expect(await place.running()).not.toEqual(before);
		expect(await verify()).toBe('✅ Already verified');
	});

	it('rotates the secret of the purchases', async () => {
		await writeFile(join(place.folder, 'secrets/new_claim_secret'), `${'n'.repeat(40)}\n`);
		await place.own();
		await place.sh(
			documented(
				'docker compose run --rm --volume "$PWD/secrets/new_claim_secret:/run/new:ro" --env NEW_CLAIM_SECRET_FILE=/run/new bot dist/src/claims-cli.js rotate-secret',
			),
		);
		await place.sh(documented('mv secrets/new_claim_secret secrets/claim_secret'));
		await place.sh(documented('docker compose up --detach --force-recreate bot'));
		await expect.poll(() => place.sh('docker compose ps')).toContain('(healthy)');
		expect(await verify()).toBe('✅ Already verified');
	});

	it('moves to another machine', async () => {
		await place.sh('docker compose stop bot && docker compose rm --force bot');
		// A socket is no file to pack.
		await rename(join(place.folder, 'data/stage'), join(place.folder, 'stage'));
		await place.sh(documented('sudo tar -cf claimcheck.tar data secrets claimcheck.env'));
		await place.sh('rm -r data secrets claimcheck.env');
		await place.sh(documented('sudo tar -xpf claimcheck.tar'));
		await rename(join(place.folder, 'stage'), join(place.folder, 'data/stage'));
		await place.sh(documented('docker compose up --detach'));
		await expect.poll(() => place.sh('docker compose ps')).toContain('(healthy)');
		expect(await verify()).toBe('✅ Already verified');
	});
});
