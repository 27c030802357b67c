import type { stats as english } from '../en/stats.js';

export const stats = {
	'stats.title': 'Verificações dos últimos {days, number} dias',
	'stats.total': '**{count, number}** no total · **{average}** por dia',
	'stats.lastWeek': 'Os últimos 7 dias',
	'stats.byItem': 'Por produto',
	'stats.otherItems': 'Outros produtos',
	'stats.refused': 'Recusas: {count, number}',
	'stats.reason.invalid': 'Desconhecido pelo marketplace',
	'stats.reason.taken': 'Pertence a outra pessoa',
	'stats.reason.limited': 'Códigos errados demais',
	'stats.reason.not-a-code': 'Sem código no texto',
	'stats.reason.uncheckable': 'Marketplace indisponível',
	'stats.supported': 'Compras com suporte',
	'stats.share': '**{share}** · {supported, number} de {claims, number}, contado {when}',
	'stats.counting': 'Contagem em andamento. Pergunte de novo em instantes.',
	'stats.none': 'Nenhuma por enquanto',
	'stats.footer': 'Dias em UTC. Um código apresentado de novo pelo titular não conta duas vezes.',
	'stats.chartAlt': 'Verificações por dia, em barras. {days}',
	'stats.noChart': 'Não foi possível desenhar o gráfico. Os números estão completos.',
	'stats.chartLater':
		'Um servidor recebe um gráfico por minuto, e o último era de outro período. Os números estão completos.',
} satisfies Record<keyof typeof english, string>;
