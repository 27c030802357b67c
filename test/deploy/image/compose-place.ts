import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stage } from '@claimcheck/sandbox/stage';
import { headline } from '../../e2e/reading.js';
import { Containers } from './containers.js';
import { Docker, Relay } from './docker.js';
import { secretsOf, settingsOf } from './settings.js';

export const builtImage = 'localhost/claimcheck:test';

export class ComposePlace {
	readonly docker: Docker;
	readonly stage: Stage;
	readonly folder: string;
	readonly #relay: Relay;

	static async open(prepare: string): Promise<ComposePlace> {
		const lab = process.env['IMAGE_LAB'] ?? join(tmpdir(), 'claimcheck-image-lab');
		const containers = new Containers(lab);
		if (process.env['IMAGE_REUSE'] !== '1') await containers.build();
		const docker = new Docker(join(lab, 'docker'));
		await docker.start();
		await docker.load(containers.podman, builtImage);
		const stage = await Stage.open({ isRateLimited: false });
		const folder = await mkdtemp(join(tmpdir(), 'claimcheck-compose-'));
		const place = new ComposePlace(docker, stage, folder, new Relay());
		await place.#fill(prepare);
		return place;
	}

	private constructor(docker: Docker, stage: Stage, folder: string, relay: Relay) {
		this.docker = docker;
		this.stage = stage;
		this.folder = folder;
		this.#relay = relay;
	}

	async #fill(prepare: string): Promise<void> {
		const { folder, stage } = this;
		await cp('compose.yaml', join(folder, 'compose.yaml'));
		await cp('deploy', join(folder, 'deploy'), { recursive: true });
		// The real one is built by build-image.sh, from bases of this machine.
		await writeFile(join(folder, 'Dockerfile'), `FROM ${builtImage}\n`);
		await this.sh(prepare, secretsOf(stage));
		const servers = [stage.discord.apiUrl, stage.marketplace.baseUrl];
		const options = await this.#relay.open(join(folder, 'data/stage'), '/data/stage', servers);
		await writeFile(join(folder, 'claimcheck.env'), settingsOf(stage, { NODE_OPTIONS: options }));
		await this.own();
	}

	/** As if the operator were user 1000, whom compose.yaml expects, and not root. */
	async own(): Promise<void> {
		await this.sh('chown -R 1000:1000 .');
	}

	/** Runs a line of shell in the folder; gives what it printed. */
	sh(line: string, input = ''): Promise<string> {
		return this.docker.run('sh', ['-c', line], this.folder, input);
	}

	/** The containers of the bot that run. */
	async running(): Promise<string[]> {
		return (await this.sh('docker compose ps --quiet bot')).split('\n').filter(Boolean);
	}

	/** The bot's answer to a new member who verifies a new purchase. */
	async answers(): Promise<string> {
		const { code } = this.stage.marketplace.addPurchase();
		return headline(await this.stage.newPerson('Somebody').chatInput('verify', { code }).answered());
	}

	async close(): Promise<void> {
		await this.docker.stop();
		this.#relay.close();
		await this.stage.close();
		await rm(this.folder, { recursive: true, force: true });
	}
}
