import { html, type TemplateResult } from 'lit';

const hues = 8;

/** A person's initial on a colour of their own: pictures of people would come from elsewhere. */
export function avatar(id: string, name: string): TemplateResult {
	const [initial = '?'] = name.trim();
	let sum = 0;
	for (const character of id) sum += character.charCodeAt(0);
	return html`<span class="avatar hue-${sum % hues}" aria-hidden="true">${initial.toUpperCase()}</span>`;
}
