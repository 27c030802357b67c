import type { OptionValues } from '@claimcheck/local-discord';
import { drawMessage } from '@claimcheck/local-discord/drawing/draw-message';
import type { InteractionHandle } from '@claimcheck/local-discord/interaction';
import type { Person } from '@claimcheck/local-discord/person';
import { buttonsOf } from '@claimcheck/local-discord/reading';
import {
	type APIComponentInContainer,
	type APIMessage,
	type APIMessageTopLevelComponent,
	ComponentType,
	InteractionResponseType,
	MessageFlags,
} from 'discord-api-types/v10';
import type { BotProcess } from '../bot-process.js';
import type { Stage } from '../stage.js';
import { CheckFailed, type Checks } from './checks.js';
import { hasRole, lacksRole, type TextExpectation } from './expectations.js';
import type { Narrator } from './narrator.js';
import { type Pace, within } from './pace.js';
import type { Screen } from './screen.js';
import { sightOf } from './sight.js';
import { shortened, wordsOf } from './words-of.js';

/** Far longer than the bot may take: after this it won't happen. */
const patienceMs = 30_000;
/** Columns at the left of a drawn message. */
const indent = 2;
/** How much of a bot's output to show when it failed to start. */
const lastWords = 1_000;

export interface SceneParts {
	readonly stage: Stage;
	readonly screen: Screen;
	readonly narrator: Narrator;
	readonly checks: Checks;
	readonly pace: Pace;
}

/** The stage of the chapters: people act, their acts and the answers are shown, and the bot lives and dies. */
export class Scene {
	readonly stage: Stage;
	readonly narrator: Narrator;
	readonly checks: Checks;
	readonly pace: Pace;
	readonly #screen: Screen;
	readonly #bots: BotProcess[] = [];
	readonly #codes: string[] = [];

	constructor(parts: SceneParts) {
		this.stage = parts.stage;
		this.narrator = parts.narrator;
		this.checks = parts.checks;
		this.pace = parts.pace;
		this.#screen = parts.screen;
	}

	/** Every purchase code of the story. */
	get codes(): readonly string[] {
		return this.#codes;
	}

	/** Everything that the bot has printed, in all of its lives. */
	get botOutput(): string {
		return this.#bots.map((bot) => bot.output()).join('\n');
	}

	/** A person buys an item. @returns the purchase code */
	buy(itemId: number): string {
		const { code } = this.stage.marketplace.addPurchase({ itemId, licenceType: 'regular' });
		this.#codes.push(code);
		return code;
	}

	async say(text: string): Promise<void> {
		this.narrator.say(text);
		await this.pace.pause();
	}

	/** Starts the production bot on what it has stored so far, and waits until it answers. */
	async startBot(): Promise<void> {
		// At this level the bot logs everything, which the last chapter then searches.
		const bot = await this.stage.spawnBot({ LOG_LEVEL: 'trace' });
		this.#bots.push(bot);
		const isReady = await within(patienceMs, 'The start of the bot', bot.ready()).then(
			() => true,
			() => false,
		);
		this.checks.holds('The bot is connected', isReady, bot.output().trim().slice(-lastWords));
	}

	/** SIGKILL: the bot gets no chance to finish anything. */
	async killBot(): Promise<void> {
		await this.#bots.at(-1)?.kill();
	}

	/** A member verifies; `shown` is what the audience reads in place of the code. Gives the answer. */
	async verify(person: Person, typed: string, shown = shortened(typed)): Promise<APIMessage> {
		return this.command(person, 'verify', { code: typed }, shown);
	}

	/** A member sends a command. Gives the bot's answer, which is drawn. */
	async command(person: Person, name: string, values: OptionValues, shown: string): Promise<APIMessage> {
		this.narrator.act(this.nameOf(person), 'types', `/${name} ${shown}`.trimEnd());
		return this.#answer(person, person.chatInput(name, values));
	}

	/** A member clicks the first button whose label fits. Gives the message that comes of it, which is drawn. */
	async click(person: Person, message: APIMessage, label: RegExp): Promise<APIMessage> {
		const button = buttonsOf(message).find((it) => label.test(it.label));
		if (button?.customId === undefined || button.isDisabled) {
			throw new CheckFailed(`${this.nameOf(person)} finds no button ${label} to click`, wordsOf(message));
		}
		this.narrator.act(this.nameOf(person), 'clicks', button.label);
		return this.#answer(person, person.clickButton(message, button.customId));
	}

	expectText(expectation: TextExpectation, answer: APIMessage): void {
		const words = wordsOf(answer);
		this.checks.holds(expectation.what, expectation.holds(words), words);
	}

	/** Checks that a member has the buyer role now. */
	isBuyer(what: string, person: Person): void {
		this.checks.holds(what, hasRole(what, this.stage.roles.buyer.id).holds(person));
	}

	/** Checks that a member does not have the buyer role now. */
	isNoBuyer(what: string, person: Person): void {
		this.checks.holds(what, lacksRole(what, this.stage.roles.buyer.id).holds(person));
	}

	/** Waits until a member has the buyer role, and checks that it came in time. */
	async becomesBuyer(what: string, person: Person): Promise<void> {
		const expectation = hasRole(what, this.stage.roles.buyer.id);
		const { events } = this.stage.discord;
		const isIt = (event: { userId: string; roleId: string }) =>
			event.userId === person.id && event.roleId === this.stage.roles.buyer.id;
		if (!expectation.holds(person))
			await events.waitFor('role-added', isIt, patienceMs).catch(() => undefined);
		this.checks.holds(what, expectation.holds(person));
	}

	nameOf(person: Person): string {
		return this.stage.guild.nameOf('user', person.id) ?? 'Somebody';
	}

	async #answer(person: Person, handle: InteractionHandle): Promise<APIMessage> {
		const message = await within(patienceMs, `An answer to ${this.nameOf(person)}`, handle.answered());
		const isPrivate = ((message.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
		const audience = isPrivate ? `Only ${this.nameOf(person)} sees` : 'Everybody in the channel sees';
		const isUpdate = handle.acknowledgement !== undefined && updates.has(handle.acknowledgement.type);
		const sight = sightOf(this.stage.guild, this.#screen, indent);
		this.narrator.message(
			`${audience} ${isUpdate ? 'the message change' : 'the answer'}:`,
			drawMessage(atFirstSight(message), sight),
		);
		await this.pace.pause();
		return message;
	}
}

const updates: ReadonlySet<number> = new Set([
	InteractionResponseType.DeferredMessageUpdate,
	InteractionResponseType.UpdateMessage,
]);

/**
 * The message for a reader who didn't watch it come about: selects closed, and no "(edited)" on an answer that only
 * followed "is thinking …".
 */
function atFirstSight(message: APIMessage): APIMessage {
	const closed = <T extends APIMessageTopLevelComponent | APIComponentInContainer>(component: T): T => {
		if (component.type === ComponentType.Container) {
			return { ...component, components: component.components.map(closed) };
		}
		if (component.type !== ComponentType.ActionRow) return component;
		const components = component.components.map((child) => {
			if (child.type !== ComponentType.StringSelect) return child;
			const chosen = child.options.find((option) => option.default)?.label;
			return { ...child, options: [], ...(chosen !== undefined && { placeholder: chosen }) };
		});
		return { ...component, components };
	};
	return {
		...message,
		edited_timestamp: null,
		...(message.components === undefined ? {} : { components: message.components.map(closed) }),
	};
}
