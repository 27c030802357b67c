import type { Interaction } from '@claimcheck/local-discord/interaction';
import type { Person } from '@claimcheck/local-discord/person';
import type { LogLine } from '@claimcheck/sandbox/logged-bot';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { settingNames, settings } from '../../src/servers/settings-table.js';
import { openStore } from '../../src/storage/open.js';
import type { Store } from '../../src/storage/store.js';
import { headline, readable } from './reading.js';

export const giveRole = 'PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}';
export const answerRoute = 'POST /interactions/{interaction_id}/{interaction_token}/callback';

export const editAnswer = 'PATCH /webhooks/{application_id}/{interaction_token}/messages/{message_id}';

/**
 * Sends `/verify` and waits for the verdict. On a busy machine, the shop may take longer than members wait; then the
 * same message first says that the shop isn't responding.
 */
export async function verify(person: Person, code: string): Promise<APIMessage> {
	const asked = person.chatInput('verify', { code });
	const isVerdict = (message: APIMessage): boolean => headline(message) !== '⏳ The shop isn’t responding';
	const first = await asked.answered();
	return isVerdict(first) ? first : asked.edited(isVerdict);
}

export function freshCode(stage: Stage): string {
	return stage.marketplace.addPurchase().code;
}

/** A member who has verified a purchase and has the buyer role. */
export async function newHolder(stage: Stage, name = 'Maya'): Promise<{ holder: Person; code: string }> {
	const [holder, code] = [stage.newPerson(name), freshCode(stage)];
	await verify(holder, code);
	await buyerRoleGiven(stage, holder);
	return { holder, code };
}

export function hasBuyerRole(stage: Stage, person: Person): boolean {
	return person.roleIds.includes(stage.roles.buyer.id);
}

/** Resolves as soon as the person has the buyer role. A reply may come first and say that the role is on its way. */
export function buyerRoleGiven(stage: Stage, person: Person): Promise<void> {
	return roleGiven(stage, person, stage.roles.buyer.id);
}

/** Resolves when the bot has given the person a role, even if that was earlier. */
export async function roleGiven(stage: Stage, person: Person, roleId: string): Promise<void> {
	if (person.roleIds.includes(roleId)) return;
	await stage.discord.events.waitFor(
		'role-added',
		(event) => event.userId === person.id && event.roleId === roleId,
	);
}

/** Resolves when the bot has removed a role from the person, by default the buyer role. */
export async function roleTaken(stage: Stage, person: Person, roleId = stage.roles.buyer.id): Promise<void> {
	await stage.discord.events.waitFor(
		'role-removed',
		(event) => event.userId === person.id && event.roleId === roleId,
	);
}

/** Opens the stage's database next to the bot, or creates it. */
export async function withStore<Result>(
	stage: Stage,
	use: (store: Store) => Promise<Result>,
	overrides: Readonly<Record<string, string>> = {},
): Promise<Result> {
	const address = stage.environment(overrides)['DATABASE_URL'] ?? '';
	const store = await openStore(address, () => {}, { create: true });
	try {
		return await use(store);
	} finally {
		await store.close();
	}
}

/** The rows of the database whose keys match. */
export function rowsOf(
	stage: Stage,
	keys: RegExp,
	overrides: Readonly<Record<string, string>> = {},
): Promise<ReadonlyMap<string, unknown>> {
	const read = async (store: Store) => {
		const found = new Map<string, unknown>();
		for await (const pair of store.list(''))
			if (!pair.corrupt && keys.test(pair.key)) found.set(pair.key, pair.value);
		return found;
	};
	return withStore(stage, read, overrides);
}

/** Resolves with what `find` finds: immediately, or after one of Discord's next events. */
async function awaited<Found>(
	{ discord }: Stage,
	find: () => Found | undefined,
	otherwise: string,
): Promise<Found> {
	for (;;) {
		const found = find();
		if (found !== undefined) return found;
		await discord.events.until(() => find() !== undefined, otherwise);
	}
}

/** The line in the audit channel that contains all of these. A message may hold several lines. */
export function auditLine(stage: Stage, ...parts: readonly string[]): Promise<string> {
	const { events } = stage.discord;
	// A line may be added to an existing message.
	const lines = () =>
		[...events.all('message-created'), ...events.all('message-edited')].flatMap(({ message }) =>
			message.channel_id === stage.channels.audit ? message.content.split('\n') : [],
		);
	const find = () => lines().find((line) => parts.every((part) => line.includes(part)));
	return awaited(stage, find, `No line contains ${parts.join(' and ')}`);
}

const auditMessages = ({ discord, channels }: Stage): APIMessage[] =>
	discord.messages.inChannel(channels.audit).map(({ current }) => current);

/** The audit channel's first message with this beginning and this text, in its current state. */
export function auditMessage(stage: Stage, start: string, part: string): Promise<APIMessage> {
	const isIt = ({ content }: APIMessage) => content.startsWith(start) && content.includes(part);
	return awaited(stage, () => auditMessages(stage).find(isIt), `No line begins with ${start}`);
}

/** The staff card of a dispute or a request in its current state, once it contains this text. */
export function caseCard(stage: Stage, reference: string, shows = ''): Promise<APIMessage> {
	const isIt = (message: APIMessage) => [reference, shows].every((part) => readable(message).includes(part));
	return awaited(stage, () => auditMessages(stage).find(isIt), `No card of ${reference} with ${shows}`);
}

/** Everything that was ever written to the audit channel. */
export function auditChannel(stage: Stage): string {
	return stage.discord.events
		.all('message-created')
		.filter(({ message }) => message.channel_id === stage.channels.audit)
		.map(({ message }) => message.content)
		.join('\n');
}

/** The lines of a bot's log at this level and above. */
export function logged(bot: Pick<RunningBot, 'lines'>, ...levels: readonly string[]): LogLine[] {
	return bot.lines.map((line) => JSON.parse(line) as LogLine).filter(({ level }) => levels.includes(level));
}

/** The number of requests that the marketplace has received at an endpoint. */
export function marketplaceCalls(stage: Stage, endpoint: string): number {
	return stage.marketplace.calls.filter((call) => call.endpoint === endpoint).length;
}

/** The custom_id of the button or select with this name on a message. Throws if there is none. */
export function customIdOf(message: APIMessage, name: string): string {
	const id = new RegExp(`"custom_id":"(cc1:${name}(?::[^"]*)?)"`).exec(readable(message))?.[1];
	if (id === undefined) throw new Error(`There is no ${name} on: ${readable(message)}`);
	return id;
}

/** Presses the button with this name on a message and waits for the reply. */
export function press(person: Person, message: APIMessage, name: string): Promise<APIMessage> {
	return person.clickButton(message, customIdOf(message, name)).answered();
}

export function referenceIn(message: APIMessage): string {
	const found = /[B-DF-HJ-NP-TV-XZ]{3}-[B-DF-HJ-NP-TV-XZ]{3}/.exec(readable(message))?.[0];
	if (found === undefined) throw new Error(`No reference in ${readable(message)}`);
	return found;
}

export async function fill(
	person: Person,
	message: APIMessage,
	customId: string,
	values: Parameters<Person['submitModal']>[1],
): Promise<APIMessage> {
	const opened = person.clickButton(message, customId);
	await opened.acknowledged();
	const sent = person.submitModal(opened, values);
	return await Promise.race([sent.answered(), sent.followedUp()]);
}

/** Picks an action on a purchase's staff page, and waits for its form. */
export async function openActForm(staff: Person, page: APIMessage, act: string): Promise<Interaction> {
	const opened = staff.selectMenu(page, customIdOf(page, 'desk-acts'), [act]);
	await opened.modalOpened();
	return opened;
}

/** Carries out an action on a purchase's staff page. */
export async function change(
	staff: Person,
	act: string,
	{ code, reason }: { readonly code: string; readonly reason: string },
	use: { readonly force?: boolean } = {},
): Promise<APIMessage> {
	const page = await staff.chatInput('whois', { code }, use).answered();
	return await staff.submitModal(await openActForm(staff, page, act), { reason }).answered();
}

export async function openGiveForm(staff: Person, member: Person): Promise<Interaction> {
	const page = await staff.chatInput('whois', { member: member.id }).answered();
	const opened = staff.clickButton(page, customIdOf(page, 'desk-give'));
	await opened.modalOpened();
	return opened;
}

export async function giveItem(
	staff: Person,
	member: Person,
	{ item, reason }: { readonly item: string; readonly reason: string },
): Promise<APIMessage> {
	return await staff.submitModal(await openGiveForm(staff, member), { item, reason }).answered();
}

/** Sends something to Discord with the bot's token, as another version of the bot might have done. */
export async function sendAsBot(
	{ discord }: Stage,
	method: 'POST' | 'PUT',
	path: string,
	body: object,
): Promise<unknown> {
	const headers = {
		authorization: `Bot ${discord.token}`,
		'content-type': 'application/json',
		'user-agent': 'DiscordBot (https://example.com, 1.0.0)',
	};
	const response = await fetch(`${discord.apiUrl}/v10${path}`, {
		method,
		headers,
		body: JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`Nothing was sent: ${response.status}`);
	return response.json();
}

/** Presses a forged button with one of the bot's custom_ids, in any server, and waits for the reply. */
export async function forge(
	stage: Stage,
	person: Person,
	channelId: string,
	customId: string,
): Promise<APIMessage> {
	const component = { type: 2, style: 2, label: 'Old', custom_id: customId };
	const content = { content: 'old', components: [{ type: 1, components: [component] }] };
	const message = (await sendAsBot(stage, 'POST', `/channels/${channelId}/messages`, content)) as APIMessage;
	const pressed = person.clickButton(message, customId);
	return await Promise.race([pressed.answered(), pressed.followedUp()]);
}

/** For each select, the page behind the first page of `/setup server` that contains it. */
const pageOfSelect: Readonly<Record<string, string>> = {
	...Object.fromEntries(settingNames.map((name) => [`setup-set:${name}`, settings[name].page])),
	'setup-panel': 'panel',
	'policy-unlinking': 'policy',
	'policy-free': 'policy',
};

/** Opens a settings page as a manager would: by its button, or through the select with the less common pages. */
export async function openSettings(person: Person, page: string): Promise<APIMessage> {
	const main = await person.chatInput('setup server').answered();
	const id = `cc1:setup-page:${page}`;
	return readable(main).includes(`"${id}"`)
		? await person.clickButton(main, id).answered()
		: await person.selectMenu(main, 'cc1:setup-more', [page]).answered();
}

/** Gives the buyers of an item a role, as a manager would. */
export async function addItemRule(
	manager: Person,
	{ id, name }: { readonly id: number; readonly name: string },
	roleId: string,
): Promise<APIMessage> {
	const rules = await openSettings(manager, 'rules');
	const subjects = await manager.selectMenu(rules, 'cc1:setup-rule-kind', ['item']).answered();
	const found = await fill(manager, subjects, 'cc1:setup-rule-ask:item', { name });
	const roles = await manager.selectMenu(found, 'cc1:setup-rule:item', [`${id}`]).answered();
	const asked = await manager.selectMenu(roles, `cc1:setup-rule-role:item:=${id}`, [roleId]).answered();
	return readable(asked).includes('setup-use') ? await press(manager, asked, 'setup-use') : asked;
}

/** Chooses in the settings select with this name, and waits for the reply. */
export async function chooseSetting(
	person: Person,
	select: string,
	...values: readonly string[]
): Promise<APIMessage> {
	const page = await openSettings(person, pageOfSelect[select] ?? '');
	return await person.selectMenu(page, `cc1:${select}`, values).answered();
}

/** Lets members unlink their purchases, as a manager would; codes become free after `days` days. */
export async function letUnlink(manager: Person, days: number): Promise<APIMessage> {
	const now = await openSettings(manager, 'policy');
	const page = readable(now).includes('cc1:policy-free')
		? now
		: await manager.selectMenu(now, 'cc1:policy-unlinking', ['7']).answered();
	return await manager.selectMenu(page, 'cc1:policy-free', [String(days)]).answered();
}
