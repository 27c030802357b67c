import type { Servers } from '../../floors.js';
import type { Ground } from '../../ground.js';
import { ephemeral } from '../../ui/message.js';
import { noticeView } from '../../ui/messages/notices.js';
import { outdatedComponentView, tooSlowView } from '../../ui/refusal.js';
import { type AccessFacts, type Refusal, refusalOf } from './access.js';
import type { Asked, AskedTyping } from './asked.js';
import type { Answer, Handler } from './handler.js';
import type { Responses } from './responses.js';
import type { SlashHandler } from './slash-command.js';

export interface AnswerFloor<Services> extends Ground, Pick<Servers, 'notices' | 'discord' | 'links'> {
	/** Of the handlers. */
	readonly services: Services;
	readonly access: AccessFacts;
}

/** The responses that answers are made of; a class of tests records them. */
export type Sending = Pick<Responses, 'defer' | 'show' | 'followUp' | 'openForm'>;

/** Discord waits three seconds for an acknowledgement, including network time. */
const patienceMs = 1_000;

/** Checks access, and sends the handler's answer. The only caller of handlers. */
export async function answer<Services>(
	handler: Handler<Services>,
	asked: Asked,
	responses: Sending,
	floor: AnswerFloor<Services>,
): Promise<void> {
	const checked = refusalOf(handler.access, asked, floor.access);
	// If the store is slow to say who is staff, the member is asked to try again: Discord would not wait.
	const late = () => floor.clock.delay(patienceMs).then((): Refusal => tooSlowView);
	// Don't await a value that is already known: the acknowledgement has to go out first.
	const refusal = checked instanceof Promise ? await Promise.race([checked, late()]) : checked;
	if (refusal !== undefined) return await responses.show('reply', refusal(asked.t));
	const answered = handler.answer(asked, floor.services);
	switch (answered.kind) {
		case 'outdated':
			return await responses.show('reply', outdatedComponentView(asked.t, handler.access === 'staff'));
		case 'form':
			return await responses.openForm(answered.form);
		case 'public':
			return await send('update', answered.content, responses);
		default: {
			const as = answered.kind === 'page' && asked.isOnOwnAnswer ? 'update' : 'reply';
			await send(as, answered.content, responses);
			await showNotices(asked, responses, floor);
		}
	}
}

/** Responds to autocomplete, with no suggestions for members without access. */
export async function suggest<Services>(
	handler: SlashHandler<Services> | undefined,
	asked: AskedTyping,
	responses: Pick<Responses, 'suggest'>,
	{ services, access }: AnswerFloor<Services>,
): Promise<void> {
	if (handler?.suggest === undefined) return;
	const isRefused = (await refusalOf(handler.access, asked, access)) !== undefined;
	await responses.suggest(isRefused ? [] : handler.suggest(asked, services));
}

async function send(
	as: 'reply' | 'update',
	content: Extract<Answer, { readonly content: unknown }>['content'],
	responses: Sending,
): Promise<void> {
	if (typeof content !== 'function') return await responses.show(as, content);
	await responses.defer(as);
	const outcome = await content((view) => responses.show(as, view));
	if (outcome === undefined) return;
	if (!('followUp' in outcome)) return await responses.show(as, outcome);
	if (outcome.view !== undefined) await responses.show(as, outcome.view);
	await responses.followUp(outcome.followUp);
}

/** Shows the notices that could not be sent to the member, below the answer. */
async function showNotices(
	{ userId, t }: Asked,
	responses: Sending,
	{ notices, discord, links }: Pick<Servers, 'notices' | 'discord' | 'links'>,
): Promise<void> {
	if (!notices.hasFor(userId)) return;
	for (const { guildId, notice } of await notices.takeFor(userId)) {
		const serverName = discord.factsOf(guildId)?.name ?? '';
		const place = { guildId, serverName, links: links.known(guildId) };
		await responses.followUp(ephemeral(noticeView(t, notice, place)));
	}
}
