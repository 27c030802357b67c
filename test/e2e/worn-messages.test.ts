import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import { PermissionFlagsBits } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, register } from './hosted-bot.js';
import { button, readable } from './reading.js';

const edit = 'PATCH /channels/{channel_id}/messages/{message_id}';

let stage: Stage;
let manager: Person;

beforeAll(async () => {
	stage = await openStage();
	await register(stage);
	await stage.startBot();
	const role = stage.guild.addRole({ name: 'Manager', permissions: PermissionFlagsBits.ManageGuild });
	manager = stage.discord.person(stage.guild, { name: 'Sana', roleIds: [role.id] });
});
afterAll(() => stage?.close());

/** The messages that everyone sees in the panel's channel. */
const panels = (): string[] =>
	stage.discord.messages.inChannel(stage.channels.verify).map(({ current }) => readable(current));

/** From now on Discord refuses every edit of a message for what was edited too often. */
function wearOut(seconds: number): void {
	stage.discord.faults.add(edit, {
		kind: 'answer',
		status: 429,
		headers: { 'Retry-After': String(seconds), 'X-RateLimit-Scope': 'shared' },
		body: { message: 'Maximum number of edits', code: 30_046, retry_after: seconds, global: false },
	});
	stage.discord.calls.clear();
}

describe('a panel that was edited too often', () => {
	it('is replaced by a new one after a single attempt, by command and by form', async () => {
		const post = () => manager.chatInput('panel', { channel: stage.channels.verify }).answered();
		await post();
		const [first] = stage.discord.messages.inChannel(stage.channels.verify);
		wearOut(5);
		const page = await post();
		expect(readable(page)).toContain('✅ The panel is in');
		expect(stage.discord.calls.list(edit)).toHaveLength(1);
		await expect.poll(panels).toHaveLength(1);
		expect(stage.discord.messages.inChannel(stage.channels.verify)[0]?.id).not.toBe(first?.id);

		wearOut(1_800);
		const opened = manager.clickButton(page, button(page, 'Edit panel'));
		await opened.acknowledged();
		const changed = await manager.submitModal(opened, { title: 'Bought Aurora?' }).answered();
		expect(readable(changed)).toContain('✅ The panel is in');
		expect(stage.discord.calls.list(edit)).toHaveLength(1);
		await expect.poll(panels).toEqual([expect.stringContaining('Bought Aurora?')]);
	});
});
