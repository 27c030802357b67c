import type { Notice } from '../../src/notifications/notice.js';
import { noticeContent, noticeView } from '../../src/views/channels/notice-view.js';
import { errorView } from '../../src/views/interactions/error-view.js';
import { place, reference } from './sample.js';
import type { State, Surface } from './state.js';

const purchase = { name: 'Aurora', ending: '3a8c' };
const where = { ...place, serverName: 'Maren’s Support' };
const asked: Notice = { kind: 'asked', reference, purchase, mayMove: true };

const notice = (name: string, says: string, of: Notice): State => ({
	name: `notice/${name}`,
	says,
	most: 8,
	show: (t) => noticeView(t, of, where),
});

export const noticeSurface: Surface = {
	title: 'Direct messages, and what nobody foresaw',
	states: [
		{
			name: 'notice/pushed',
			says: 'As the phone pushes it',
			most: 4,
			show: (t) => noticeContent(t, asked, where),
		},
		notice('asked', 'To who has the purchase', asked),
		notice('yours', 'To who asked for it: yes', { kind: 'yours', purchase, roles: ['Buyer', 'Aurora'] }),
		notice('stays', 'To who asked for it: no', { kind: 'stays', purchase }),
		notice('free', 'The code is free', { kind: 'free', purchase }),
		notice('moved', 'The staff moved it', { kind: 'lost', how: 'moved', purchase }),
		notice('revoked', 'The staff revoked it', { kind: 'lost', how: 'revoked', purchase }),
		{
			name: 'error',
			says: 'Something unforeseen',
			most: 6,
			show: (t) => errorView(t, 'UNEXPECTED', reference, place),
		},
		{
			name: 'error/maintenance',
			says: 'While the operator changes the secret',
			show: (t) => errorView(t, 'SECRET_CHANGED', undefined),
		},
	],
};
