import { html, type TemplateResult } from 'lit';

// Drawn here, so that the page needs no icon font. They have no meaning of their own: their buttons have names.

const icon = (path: string): TemplateResult =>
	html`<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>`;

export const menuIcon = icon('M4 7h16M4 12h16M4 17h16');
export const membersIcon = icon(
	'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.4-4 3-6 6.500-6s6.100 2 6.500 6M16 4.500a3.500 3.500 0 0 1 0 6.500M18 14.500c2.200.800 3.300 2.700 3.500 5.500',
);
export const hashIcon = icon('M9.500 4 8 20M16 4l-1.500 16M4.500 9h16M3.500 15h16');
export const mailIcon = icon('M4 6h16v12H4ZM4 7l8 6 8-6');
export const downIcon = icon('M12 5v14M6 13l6 6 6-6');
export const slashIcon = icon('M15.5 4 8.500 20');
export const crossIcon = icon('M6 6l12 12M18 6 6 18');
export const sendIcon = icon('M4 4l17 8-17 8 2-7 8-1-8-1Z');
