import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { expect } from 'vitest';
import { askForDecision } from '../../commands/purchases/dispute.js';
import { openStore } from '../../src/storage/open.js';
import { verify } from './acts.js';
import { readable } from './reading.js';

/** The reference that an answer shows. */
export function referenceIn(message: APIMessage): string {
	const found = /[B-DF-HJ-NP-TV-XZ]{3}-[B-DF-HJ-NP-TV-XZ]{3}/.exec(readable(message))?.[0];
	if (found === undefined) throw new Error(`No reference in ${readable(message)}`);
	return found;
}

/** All messages in the staff's channel that name the case, in their current form. */
function messagesAbout(stage: Stage, reference: string): APIMessage[] {
	return stage.discord.events
		.all('message-created')
		.filter(({ message }) => message.channel_id === stage.channels.audit)
		.map(({ message }) => stage.discord.messages.get(message.id).current)
		.filter((message) => readable(message).includes(reference));
}

/** The staff's card of a case as it stands, once it shows this. */
export async function card(stage: Stage, reference: string, shows: string): Promise<APIMessage> {
	const find = () => messagesAbout(stage, reference).find((message) => readable(message).includes(shows));
	await expect.poll(find, { timeout: 20_000 }).toBeDefined();
	return find() as APIMessage;
}

/** Opens the form of a button and sends it off. */
export async function fill(
	person: Person,
	message: APIMessage,
	customId: string,
	values: Record<string, string>,
): Promise<APIMessage> {
	const opened = person.clickButton(message, customId);
	await opened.acknowledged();
	const sent = person.submitModal(opened, values);
	return await Promise.race([sent.answered(), sent.followedUp()]);
}

/** Of a code that another account has: the refusal's reference, and the message whose button opens the form. */
export async function refused(person: Person, code: string) {
	const start = await verify(person, code);
	return { reference: referenceIn(start), start };
}

/** Opens a dispute: its reference, and the answer that the claimant then has. */
export async function opened(person: Person, code: string, note = 'I lost my old account.') {
	const { reference, start } = await refused(person, code);
	const waiting = await fill(person, start, askForDecision.encode(reference), { note });
	return { reference, waiting };
}

/** Every row about disputes, notices and claims. */
export async function rowsOf(stage: Stage): Promise<ReadonlyMap<string, unknown>> {
	const store = await openStore(stage.environment()['DATABASE_URL'] ?? '', () => {});
	try {
		const found = new Map<string, unknown>();
		for (const prefix of ['dispute:', 'notice:', 'claim:']) {
			for await (const pair of store.list(prefix)) if (!pair.corrupt) found.set(pair.key, pair.value);
		}
		return found;
	} finally {
		await store.close();
	}
}

/** Once nothing of a dispute is on its way. */
export async function settled(stage: Stage, reference: string, shows: string): Promise<APIMessage> {
	const found = await card(stage, reference, shows);
	const isIdle = async () =>
		[...(await rowsOf(stage))].every(
			([key, row]) =>
				!key.startsWith('notice:') || /"state":"(done|closed)"|"shown":/.test(JSON.stringify(row)),
		);
	await expect.poll(isIdle).toBe(true);
	return found;
}
