import { html, type TemplateResult } from 'lit';

/** A person's initial on a color of their own, since avatar images would be external. */
export function avatar(id: string, name: string): TemplateResult {
	const [initial = '?'] = name.trim();
	let hue = 0;
	for (const character of id) hue = (hue * 7 + character.charCodeAt(0)) % 360;
	return html`<span class="avatar" .style=${`--hue: ${hue * 137}`} aria-hidden="true">${initial.toUpperCase()}</span>`;
}
