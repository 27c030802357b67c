import { Locale } from 'discord-api-types/v10';
import { html, type TemplateResult } from 'lit';
import type { PageGuild, PagePerson } from '../../src/page/protocol.js';
import { type FrameView, keyOf } from './frame-views.js';

export interface FrameControlsParts {
	readonly people: readonly PagePerson[];
	readonly guilds: ReadonlyMap<string, PageGuild>;
	readonly viewer: PagePerson;
	readonly view: FrameView;
	readonly onView: (change: Partial<FrameView>) => void;
	readonly onLocale: (locale: string) => void;
}

/** Discord's locales, by their own names. */
const languages = Object.values(Locale)
	.map(
		(locale) => [locale, new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale] as const,
	)
	.sort(([, one], [, other]) => one.localeCompare(other));

/** The controls above a frame: its person, and their language. */
export function frameControls(parts: FrameControlsParts): TemplateResult {
	const { viewer, onView, onLocale } = parts;
	return html`<div class="frame-controls" role="group" aria-label="${viewer.name}’s frame">
		<select class="person-select" aria-label="Person" @change=${(event: Event) => onView({ personKey: chosenIn(event), channelId: undefined })}>
			${peopleByGuild(parts)}
		</select>
		<select class="language-select" aria-label="Language of ${viewer.name}" @change=${(event: Event) => onLocale(chosenIn(event))}>
			${languages.map(([locale, name]) => html`<option value=${locale} lang=${locale} .selected=${locale === viewer.locale}>${name}</option>`)}
		</select>
	</div>`;
}

function peopleByGuild({ people, guilds, view }: FrameControlsParts): readonly TemplateResult[] {
	const guildIds = [...new Set(people.map(({ guildId }) => guildId))];
	return guildIds.map(
		(id) =>
			html`<optgroup label=${guilds.get(id)?.name ?? 'A server that is gone'}>
				${people
					.filter(({ guildId }) => guildId === id)
					.map(
						(person) =>
							html`<option value=${keyOf(person)} .selected=${keyOf(person) === view.personKey}>${person.name} (${person.alias}${person.isMember ? '' : ', has left'})</option>`,
					)}
			</optgroup>`,
	);
}

function chosenIn({ currentTarget }: Event): string {
	return currentTarget instanceof HTMLSelectElement ? currentTarget.value : '';
}
