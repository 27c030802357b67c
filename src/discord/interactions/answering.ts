import type { Clock } from '../../base/clock.js';
import { inCode, type Translator, translatorFor } from '../../i18n/translator.js';
import type { Notices } from '../../messages/notices.js';
import type { GuildQueries } from '../../servers/guild-facts.js';
import type { LinksOfServers } from '../../servers/server-links.js';
import { aboveView, ephemeral, type MessageView } from '../../ui/message.js';
import { noticeView } from '../../ui/messages/notices.js';
import { outdatedComponentView, pressAgainView, refusalView } from '../../ui/refusal.js';
import type { MentionIn } from '../registration/command-mentions.js';
import { type AccessFacts, refusalOf } from './access.js';
import type { Asked, Typing } from './asked.js';
import type { Answer, Handler, Work } from './handler.js';
import type { Responses } from './responses.js';
import type { SlashCommand } from './slash-command.js';

export interface WaitingNotices {
	readonly notices: Pick<Notices, 'hasFor' | 'takeFor'>;
	readonly discord: Pick<GuildQueries, 'factsOf'>;
	readonly links: Pick<LinksOfServers, 'known'>;
}

export interface AnsweringDependencies<Services> {
	readonly services: Services;
	readonly access: AccessFacts;
	readonly mentionIn: MentionIn;
	readonly waiting: WaitingNotices;
	readonly clock: Pick<Clock, 'delay'>;
}

/** The responses that answers are made of; a class of tests records them. */
export type Sending = Pick<
	Responses,
	| 'deferReply'
	| 'deferUpdate'
	| 'reply'
	| 'update'
	| 'editReply'
	| 'followUp'
	| 'openForm'
	| 'suggest'
	| 'isOnMessage'
>;

/** Discord waits three seconds for an acknowledgement, including network time. */
const patienceMs = 1_000;

/** The only caller of handlers: checks access and sends the answer. */
export class Answering<Services> {
	readonly #dependencies: AnsweringDependencies<Services>;

	constructor(dependencies: AnsweringDependencies<Services>) {
		this.#dependencies = dependencies;
	}

	/** Translator for one locale in a guild. Interactions get their translator only here. */
	translator(locale: string, guildId: string | null): Translator {
		return translatorFor(locale, guildId === null ? inCode : this.#dependencies.mentionIn(guildId));
	}

	async command(command: SlashCommand<Services>, asked: Asked, responses: Sending): Promise<void> {
		const handler = handlerOf(command, asked);
		if (handler !== undefined) return await this.answer(handler, asked, responses);
		await responses.reply(ephemeral(refusalView(asked.t, 'unknownCommand')));
	}

	/** Answers a component, a form, or a command with a single handler. */
	async answer(handler: Handler<Services>, asked: Asked, responses: Sending): Promise<void> {
		const { services, access, waiting, clock } = this.#dependencies;
		const delivery = new Delivery(responses);
		const checked = refusalOf(handler.access, asked, access);
		// Don't await a value that is already known: the acknowledgement has to go out first.
		if (checked instanceof Promise) {
			// Defers the answer if the store is slow: Discord would not wait.
			const late = clock.delay(patienceMs).then(() => true);
			const isLate = await Promise.race([checked.then(() => false), late]);
			if (isLate) await delivery.defer(responses.isOnMessage ? 'update' : 'reply');
		}
		const refusal = checked instanceof Promise ? await checked : checked;
		if (refusal !== undefined) return await delivery.show('reply', refusal(asked.t));
		const answer = handler.answer(asked, services);
		switch (answer.kind) {
			case 'outdated': {
				const isForStaff = handler.access === 'staff';
				return await delivery.show('reply', outdatedComponentView(asked.t, isForStaff));
			}
			case 'form':
				return await delivery.open(answer.form, asked.t);
			case 'public':
				return await delivery.send('update', answer.content);
			default: {
				const as = answer.kind === 'page' && asked.isOnOwnAnswer ? 'update' : 'reply';
				await delivery.send(as, withNotices(answer.content, asked, waiting));
			}
		}
	}

	/** Responds to autocomplete, with no suggestions for members without access. */
	async suggest(
		command: SlashCommand<Services>,
		asked: Asked,
		typing: Typing,
		responses: Pick<Sending, 'suggest'>,
	): Promise<void> {
		const handler = handlerOf(command, asked);
		if (handler?.suggest === undefined) return;
		const { services, access } = this.#dependencies;
		const isRefused = (await refusalOf(handler.access, asked, access)) !== undefined;
		await responses.suggest(isRefused ? [] : handler.suggest({ ...asked, typing }, services));
	}
}

function handlerOf<Services>(command: SlashCommand<Services>, { fields: { subcommand } }: Asked) {
	if ('handler' in command) return command.handler;
	return Object.hasOwn(command.subcommands, subcommand) ? command.subcommands[subcommand] : undefined;
}

type Content = MessageView | Work;

/** Sends one answer, whether or not the interaction has been acknowledged. */
class Delivery {
	readonly #responses: Sending;
	#deferred: 'reply' | 'update' | undefined;

	constructor(responses: Sending) {
		this.#responses = responses;
	}

	/** Acknowledges before the answer is known: as a new message that only the member sees, or a change of their page. */
	async defer(as: 'reply' | 'update'): Promise<void> {
		if (this.#deferred !== undefined) return;
		// Anything that is no update is private: codes, purchases, reasons.
		await (as === 'update' ? this.#responses.deferUpdate() : this.#responses.deferReply());
		this.#deferred = as;
	}

	async show(as: 'reply' | 'update', view: MessageView): Promise<void> {
		const responses = this.#responses;
		if (this.#deferred === undefined)
			await (as === 'update' ? responses.update(view) : responses.reply(ephemeral(view)));
		else if (this.#deferred === 'update' && as === 'reply') await responses.followUp(ephemeral(view));
		else await responses.editReply(view);
	}

	async open(form: Extract<Answer, { kind: 'form' }>['form'], t: Translator): Promise<void> {
		// The staff lookup took so long that the interaction had to be deferred, so no form can open any more.
		if (this.#deferred !== undefined) return await this.show('reply', pressAgainView(t));
		await this.#responses.openForm(form);
	}

	async send(as: 'reply' | 'update', content: Content): Promise<void> {
		if (typeof content !== 'function') return await this.show(as, content);
		await this.defer(as);
		const outcome = await content((view) => this.show(as, view));
		if (outcome === undefined) return;
		if (!('followUp' in outcome)) return await this.show(as, outcome);
		if (outcome.view !== undefined) await this.show(as, outcome.view);
		await this.#responses.followUp(outcome.followUp);
	}
}

/** Prepends undelivered notices to the first message that the member sees. */
function withNotices(content: Content, { userId, t }: Asked, waiting: WaitingNotices): Content {
	if (!waiting.notices.hasFor(userId)) return content;
	return async (show) => {
		let taken: Promise<readonly MessageView[]> | undefined;
		// With the first view: if the work fails before, they wait for the next answer.
		const aboves = () => {
			taken ??= takeViews(userId, t, waiting);
			return taken;
		};
		const over = async (view: MessageView): Promise<MessageView> => aboveView(await aboves(), view) ?? view;
		const outcome =
			typeof content === 'function' ? await content(async (view) => show(await over(view))) : content;
		if (outcome === undefined) return undefined;
		if ('followUp' in outcome) return { ...outcome, view: outcome.view && (await over(outcome.view)) };
		const above = await aboves();
		const whole = aboveView(above, outcome);
		const [beside] = above;
		if (whole !== undefined || beside === undefined) return whole ?? outcome;
		return { view: outcome, followUp: ephemeral(aboveView(above.slice(1), beside) ?? beside) };
	};
}

async function takeViews(
	userId: string,
	t: Translator,
	{ notices, discord, links }: WaitingNotices,
): Promise<readonly MessageView[]> {
	return (await notices.takeFor(userId)).map(({ guildId, notice }) => {
		const serverName = discord.factsOf(guildId)?.name ?? '';
		return noticeView(t, notice, { guildId, serverName, links: links.known(guildId) }, true);
	});
}
