import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buyerRoleGiven } from '../../e2e/acts.js';
import { headline } from '../../e2e/reading.js';
import { Containers, missingTool } from './containers.js';
import type { Machine } from './machine.js';

// What docs/operating.md says of systemd, done on an empty Debian that systemd runs.

const missing = missingTool();

describe.skipIf(missing !== undefined)('the service of systemd', () => {
	const lab = process.env['IMAGE_LAB'] ?? join(tmpdir(), 'claimcheck-image-lab');
	const containers = new Containers(lab);
	let stage: Stage;
	let machine: Machine;
	const install = 'sh /src/deploy/systemd/install.sh';

	beforeAll(async () => {
		await containers.build('service');
		stage = await Stage.open();
		machine = containers.machine();
		await machine.boot('localhost/service-base');
	}, 1_800_000);
	afterAll(async () => {
		await machine?.halt();
		await stage?.close();
	});

	/** The settings that are no secret, as an operator writes them down. */
	async function configure(overrides: Readonly<Record<string, string>> = {}): Promise<void> {
		const { DISCORD_TOKEN, MARKETPLACE_API_KEY, CLAIM_SECRET, DATABASE_URL, ...settings } = stage.environment(
			{
				HEALTH_PORT: '0',
				...overrides,
			},
		);
		const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
		await machine.sh('cat > /etc/claimcheck/claimcheck.env', lines.join(''));
	}

	it('is put in place, and asks for the settings before it starts', async () => {
		const said = await machine.sh(install, `${stage.discord.token}\n${stage.marketplace.apiKey}\n`);
		expect(said).toContain("Next: put the shop's address into /etc/claimcheck/claimcheck.env");
		expect(said).not.toContain(stage.discord.token);
		expect(await machine.property('ActiveState')).toBe('inactive');
	});

	it('registers the commands, and counts as started once members are answered', async () => {
		await configure();
		await machine.sh(install);
		expect(await machine.property('ActiveState')).toBe('active');
		const { code } = stage.marketplace.addPurchase();
		const answer = await stage.people.buyer.chatInput('verify', { code }).answered();
		expect(headline(answer)).toBe('✅ Purchase verified');
		await buyerRoleGiven(stage, stage.people.buyer);
	});

	it('keeps the secrets from everybody else on the machine', async () => {
		await expect(machine.sh('setpriv --reuid 65534 --clear-groups ls /etc/claimcheck')).rejects.toThrow();
		const environment = await machine.sh(
			'tr "\\0" "\\n" < /proc/$(systemctl show -p MainPID --value claimcheck)/environ',
		);
		expect(environment).toContain('DISCORD_TOKEN_FILE=/run/credentials/');
		expect(environment).not.toContain(stage.discord.token);
	});

	it('backs up while it runs, and goes back to the backup', async () => {
		await machine.sh('claimcheck claims backup drill.sqlite');
		const { code } = stage.marketplace.addPurchase();
		await stage.people.friend.chatInput('verify', { code }).answered();
		expect(await machine.sh('claimcheck claims stats')).toContain('2 active');
		await machine.sh('systemctl stop claimcheck');
		await machine.sh('claimcheck claims restore drill.sqlite');
		await machine.sh('claimcheck claims verify');
		expect(await machine.sh('claimcheck claims stats')).toContain('1 active');
		await machine.sh('systemctl start claimcheck');
	});

	it('is started anew where its event loop hangs', async () => {
		// The unit's minute is too long for a test, and so is the wait before a restart.
		const shorter = '[Service]\nWatchdogSec=3\nTimeoutStopSec=2\nRestartSec=1\n';
		await machine.sh('mkdir -p /run/systemd/system/claimcheck.service.d');
		await machine.sh('cat > /run/systemd/system/claimcheck.service.d/test.conf', shorter);
		await machine.sh('systemctl daemon-reload && systemctl restart claimcheck');
		const before = await machine.property('MainPID');
		await machine.sh(`kill -STOP ${before}`);
		await expect.poll(() => machine.property('NRestarts')).toBe('1');
		await expect.poll(() => machine.property('ActiveState')).toBe('active');
		expect(await machine.property('MainPID')).not.toBe(before);
	});

	it('does not hang by itself: it lives for longer than its watchdog waits', async () => {
		const since = await machine.property('WatchdogTimestampMonotonic');
		await expect.poll(() => machine.property('WatchdogTimestampMonotonic')).not.toBe(since);
		expect(await machine.property('NRestarts')).toBe('1');
	});

	it('stays down where a setting is wrong, and says which', async () => {
		await configure({ LOG_LEVEL: 'loud' });
		await expect(machine.sh('systemctl restart claimcheck')).rejects.toThrow();
		expect(await machine.property('ActiveState')).toBe('failed');
		expect(await machine.property('ExecMainStatus')).toBe('78');
		expect(await machine.sh('journalctl --unit claimcheck --no-pager')).toContain('LOG_LEVEL must be');
	});

	it('is updated, and then taken away without its data', async () => {
		await configure();
		await machine.sh(install);
		expect(await machine.property('ActiveState')).toBe('active');
		await machine.sh(`${install} --uninstall`);
		const left = await machine.sh(
			'ls /opt /etc/claimcheck /var/lib/private/claimcheck; ls /etc/systemd/system',
		);
		expect(left).not.toMatch(/^claimcheck(@?\.service|\.old)?$/m);
		expect(left).toMatch(/^claim_secret$/m);
		expect(left).toMatch(/^claimcheck\.sqlite$/m);
	});
});
