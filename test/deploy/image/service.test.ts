import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buyerRoleGiven } from '../../e2e/acts.js';
import { headline } from '../../e2e/reading.js';
import { freePort } from '../../free-port.js';
import { Containers, missingTool } from './containers.js';
import type { Machine } from './machine.js';
import { Members } from './members.js';
import { secretsOf, settingsOf } from './settings.js';

// The systemd part of docs/hosting.md, done on an empty Debian that systemd runs.

const missing = missingTool();
const nothingLost = { unanswered: 0, answeredTwice: 0, refused: [], withoutRole: 0 };

describe.skipIf(missing !== undefined)('the service of systemd', () => {
	const lab = process.env['IMAGE_LAB'] ?? join(tmpdir(), 'claimcheck-image-lab');
	const containers = new Containers(lab);
	let stage: Stage;
	let machine: Machine;
	const install = 'sh /src/deploy/systemd/install.sh';

	beforeAll(async () => {
		await containers.build('service');
		stage = await Stage.open({ isRateLimited: false });
		machine = containers.machine();
		await machine.boot('localhost/service-base');
	}, 1_800_000);
	afterAll(async () => {
		await machine?.halt();
		await stage?.close();
	});

	/** The settings that are no secret, as an operator writes them down. */
	async function configure(overrides: Readonly<Record<string, string>> = {}): Promise<void> {
		const settings = settingsOf(stage, { HEALTH_PORT: '0', ...overrides });
		await machine.sh('cat > /etc/claimcheck/claimcheck.env', settings);
	}

	it('is put in place, and asks for the settings before it starts', async () => {
		const said = await machine.sh(install, secretsOf(stage));
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

	it('keeps the secrets from every other user of the machine', async () => {
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
		await machine.sh('claimcheck claims restore drill.sqlite --yes');
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

	/** Which process the service has. */
	const pid = (): Promise<string> => machine.property('MainPID');
	const isStandInLeft = async (): Promise<boolean> =>
		(
			await machine.sh(
				'systemctl list-units --all --plain --no-legend "claimcheck-stand-in*"; ls /run/systemd/system',
			)
		).includes('stand-in');

	it('is updated, and no member notices', async () => {
		await configure({ HEALTH_PORT: String(await freePort()) });
		await machine.sh('systemctl reset-failed claimcheck; systemctl start claimcheck');
		const before = await pid();
		const members = new Members(stage);
		expect(await machine.sh(install)).toContain('claimcheck is replaced');
		const { sent, ...lost } = await members.stop();
		expect(lost).toEqual(nothingLost);
		process.stdout.write(`systemd: ${sent} commands during an update\n`);
		expect(await pid()).not.toBe(before);
		expect(await isStandInLeft()).toBe(false);
	});

	it('goes on as it is where the new one never gets ready, and so does the next start', async () => {
		const before = await pid();
		await machine.sh('cp -a /opt/claimcheck /tmp/right');
		await configure({ LOG_LEVEL: 'loud' });
		await expect(machine.sh('claimcheck replace')).rejects.toMatchObject({
			code: 1,
			stderr: expect.stringMatching(/LOG_LEVEL must be[\s\S]*the bot that runs goes on/),
		});
		await expect(machine.sh(install)).rejects.toThrow('the version until now runs, and is in place again');
		await configure();
		await machine.sh('echo "setInterval(() => {}, 1000);" > /opt/claimcheck/dist/src/main.js');
		await expect(machine.sh('REPLACE_SECONDS=3 claimcheck replace')).rejects.toMatchObject({ code: 1 });
		expect(await pid()).toBe(before);
		expect(await isStandInLeft()).toBe(false);
	});

	it('is not touched by a replacement that is interrupted before the new one is ready', async () => {
		const before = await pid();
		const ended = expect(machine.sh('claimcheck replace')).rejects.toMatchObject({ code: 130 });
		await expect
			.poll(() => machine.sh('systemctl is-active claimcheck-stand-in || true'))
			.toContain('activating');
		await machine.sh(killReplacing('INT'));
		await ended;
		expect(await pid()).toBe(before);
		expect(await isStandInLeft()).toBe(false);
	});

	it('is made good by the next run where a replacement was killed in the middle', async () => {
		const before = await pid();
		const ended = expect(machine.sh('claimcheck replace')).rejects.toMatchObject({ code: 137 });
		await expect
			.poll(() => machine.sh('systemctl is-active claimcheck-stand-in || true'))
			.toContain('activating');
		await machine.sh(killReplacing('KILL'));
		await ended;
		await machine.sh('rm -rf /opt/claimcheck && mv /tmp/right /opt/claimcheck && claimcheck replace');
		expect(await pid()).not.toBe(before);
		expect(await isStandInLeft()).toBe(false);
	});

	it('runs in slices, each of which is replaced without a gap', async () => {
		await machine.sh('systemctl disable --now claimcheck');
		for (const [name, shards] of [
			['a', '0/2'],
			['b', '1/2'],
		]) {
			const lines = `SHARDS=${shards}\nHEALTH_PORT=${await freePort()}\n`;
			await machine.sh(`cat > /etc/claimcheck/slice-${name}.env`, lines);
			await machine.sh(`systemctl enable --now claimcheck@${name}`);
		}
		const members = new Members(stage);
		const said = await machine.sh('claimcheck replace');
		expect(said).toMatch(/claimcheck@a is replaced[\s\S]*claimcheck@b is replaced/);
		expect(await machine.sh('claimcheck replace b')).not.toContain('claimcheck@a');
		const { sent: _sent, ...lost } = await members.stop();
		expect(lost).toEqual(nothingLost);
		expect(await isStandInLeft()).toBe(false);
		expect(await machine.sh('systemctl is-enabled claimcheck@a claimcheck@b')).toBe('enabled\nenabled\n');
	}, 600_000);

	it('is stopped first where the new version keeps the database in another format', async () => {
		await machine.sh(
			'sed -i "s/currentFormat = [0-9]*/currentFormat = 1/" /opt/claimcheck/dist/src/claims/format.js',
		);
		const said = await machine.sh(install);
		expect(said).toContain('another format');
		expect(said).not.toContain('is replaced');
		expect(await machine.sh('systemctl is-active claimcheck@a claimcheck@b')).toBe('active\nactive\n');
		// Beside slices the whole bot would do everything twice.
		expect(await machine.property('ActiveState')).toBe('inactive');
	});

	it('is taken away without its data', async () => {
		await machine.sh(`${install} --uninstall`);
		const left = await machine.sh(
			'ls /opt /etc/claimcheck /var/lib/private/claimcheck; ls /etc/systemd/system',
		);
		expect(left).not.toMatch(/^claimcheck(@?\.service|\.old)?$/m);
		expect(left).toMatch(/^claim_secret$/m);
		expect(left).toMatch(/^claimcheck\.sqlite$/m);
	});
});

/** Kills the script that replaces; the machine has no pkill. */
const killReplacing = (signal: string): string => `
	for it in /proc/[0-9]*; do
		[ "$(tr "\\0" " " < $it/cmdline)" != "sh /opt/claimcheck/replace.sh " ] || kill -${signal} "\${it#/proc/}"
	done 2>/dev/null`;
