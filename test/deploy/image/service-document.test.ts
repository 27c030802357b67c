import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headline } from '../../e2e/reading.js';
import { freePort } from '../../free-port.js';
import { documented } from '../documented.js';
import { Containers, missingTool } from './containers.js';
import type { Machine } from './machine.js';
import { secretsOf, settingsOf } from './settings.js';

// The commands for systemd in docs/hosting.md and docs/operating.md, line by line, on an empty Debian.

const missing = missingTool();

describe.skipIf(missing !== undefined)('the documents, with systemd', () => {
	let stage: Stage;
	let machine: Machine;
	let code: string;

	beforeAll(async () => {
		const containers = new Containers(process.env['IMAGE_LAB'] ?? join(tmpdir(), 'claimcheck-image-lab'));
		await containers.build('service');
		stage = await Stage.open({ isRateLimited: false });
		machine = containers.machine();
		await machine.boot('localhost/service-base');
		// The tests run as root there.
		await machine.sh('cat > /usr/local/bin/sudo && chmod 755 /usr/local/bin/sudo', '#!/bin/sh\nexec "$@"\n');
	}, 1_800_000);
	afterAll(async () => {
		await machine?.halt();
		await stage?.close();
	});

	/** In the checkout, as the operator is. */
	const sh = (line: string, input?: string) => machine.sh(`cd /src && ${line}`, input);
	const stats = () => sh(documented('sudo claimcheck claims stats'));
	const verify = async (): Promise<string> =>
		headline(await stage.people.buyer.chatInput('verify', { code }).answered());

	it('installs', async () => {
		const install = documented('sudo sh deploy/systemd/install.sh');
		await sh(install, secretsOf(stage));
		const settings = settingsOf(stage, { HEALTH_PORT: String(await freePort()) });
		await sh('cat > /etc/claimcheck/claimcheck.env', settings);
		await sh(install);
		expect(await sh(documented('systemctl status claimcheck'))).toContain('active (running)');
		expect(await sh(documented('journalctl -u claimcheck'))).toContain('"msg":"Ready"');
		expect(await sh(documented('systemd-analyze security claimcheck'))).toContain(': 1.3 OK');
		code = stage.marketplace.addPurchase().code;
		expect(await verify()).toBe('✅ Purchase verified');
		expect(await sh(`${documented('sudo claimcheck doctor')} || true`)).toContain('Discord');
		await sh(documented('sudo claimcheck register'));
	});

	it('backs up, restores, checks', async () => {
		await sh(documented('sudo claimcheck claims backup FILE', { FILE: 'drill.sqlite' }));
		const other = stage.marketplace.addPurchase().code;
		await stage.people.friend.chatInput('verify', { code: other }).answered();
		expect(await stats()).toContain('2 active');
		await sh(documented('sudo systemctl stop claimcheck'));
		const restore = documented('sudo claimcheck claims restore backups/FILE', {
			'backups/FILE': 'drill.sqlite',
		});
		await sh(`${restore} --yes`);
		await sh(documented('sudo claimcheck claims verify'));
		expect(await stats()).toContain('1 active');
		await sh(documented('sudo systemctl start claimcheck'));
		expect(await verify()).toBe('✅ Already verified');
	});

	it('rotates the secret of the purchases', async () => {
		await sh('umask 077 && cat > /etc/claimcheck/new_claim_secret', `${'n'.repeat(40)}\n`);
		await sh(documented('sudo claimcheck claims rotate-secret'));
		await sh(documented('sudo mv /etc/claimcheck/new_claim_secret /etc/claimcheck/claim_secret'));
		await sh(documented('sudo systemctl restart claimcheck'));
		expect(await verify()).toBe('✅ Already verified');
	});

	it('rotates the key of the shop, and the token: one that was reset keeps the bot down until it is changed', async () => {
		stage.marketplace.changeApiKey(`key-${'k'.repeat(40)}`);
		await sh('cat > /etc/claimcheck/marketplace_api_key', `${stage.marketplace.apiKey}\n`);
		await sh('echo one-that-was-reset > /etc/claimcheck/discord_token');
		const restart = documented('sudo systemctl restart claimcheck');
		await expect(sh(restart)).rejects.toThrow();
		expect(await machine.property('ExecMainStatus')).toBe('78');
		await sh('cat > /etc/claimcheck/discord_token', `${stage.discord.token}\n`);
		await sh(restart);
		const other = stage.marketplace.addPurchase().code;
		const answer = await stage.newPerson('Kim').chatInput('verify', { code: other }).answered();
		expect(headline(answer)).toBe('✅ Purchase verified');
	});

	it('starts anew without a gap', async () => {
		expect(await sh(documented('sudo claimcheck replace'))).toContain('claimcheck is replaced');
		expect(await verify()).toBe('✅ Already verified');
	});

	it('moves to another machine, and leaves nothing on the old one', async () => {
		await sh('systemctl stop claimcheck');
		await machine.sh(
			documented('sudo tar -cf claimcheck.tar -C / etc/claimcheck var/lib/private/claimcheck'),
		);
		await sh(documented('sudo sh deploy/systemd/install.sh --uninstall'));
		await sh(documented('sudo sh deploy/systemd/install.sh --purge'));
		expect(
			await sh('ls /opt /etc /var/lib /var/lib/private /etc/systemd/system /usr/local/bin'),
		).not.toContain('claimcheck');
		await machine.sh(documented('sudo tar -xpf claimcheck.tar -C /'));
		await sh('sudo sh deploy/systemd/install.sh');
		expect(await verify()).toBe('✅ Already verified');
		expect(await stats()).toContain('2 active');
	});

	it('becomes slices', async () => {
		await sh('cat > /etc/claimcheck/slice-a.env', `SHARDS=0/1\nHEALTH_PORT=${await freePort()}\n`);
		await sh(documented('sudo systemctl disable --now claimcheck'));
		await sh(documented('sudo systemctl enable --now claimcheck@a'));
		expect(await verify()).toBe('✅ Already verified');
	});
});
