import { html, type TemplateResult } from 'lit';
import type { PageGuild, PagePerson } from '../../src/page/protocol.js';
import { type FrameView, keyOf } from './frame-view.js';
import { moonIcon, sunIcon } from './icons.js';
import { languages } from './languages.js';

export interface FrameControlsParts {
	readonly people: readonly PagePerson[];
	readonly guilds: ReadonlyMap<string, PageGuild>;
	readonly viewer: PagePerson;
	readonly view: FrameView;
	readonly isLight: boolean;
	readonly onView: (change: Partial<FrameView>) => void;
	readonly onLocale: (locale: string) => void;
}

/** Above a frame: who it is, the person's language, and how it looks. */
export function frameControls(parts: FrameControlsParts): TemplateResult {
	const { viewer, isLight, onView, onLocale } = parts;
	return html`<div class="frame-controls" role="group" aria-label="${viewer.name}’s frame">
		<select class="person-select" aria-label="Person" @change=${(event: Event) => onView({ personKey: chosenIn(event), channelId: undefined })}>
			${peopleByGuild(parts)}
		</select>
		<select class="language-select" aria-label="Language of ${viewer.name}" @change=${(event: Event) => onLocale(chosenIn(event))}>
			${languages.map(([locale, name]) => html`<option value=${locale} lang=${locale} .selected=${locale === viewer.locale}>${name}</option>`)}
		</select>
		<button type="button" class="icon-button theme-button" aria-label="Dark look of ${viewer.name}’s frame" title=${isLight ? 'Dark look' : 'Light look'}
			aria-pressed=${!isLight} @click=${() => onView({ theme: isLight ? 'dark' : 'light' })}>${isLight ? moonIcon : sunIcon}</button>
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
