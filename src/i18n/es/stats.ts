import type { stats as english } from '../en/stats.js';

export const stats = {
	'stats.title': 'Verificaciones de los últimos {days, number} días',
	'stats.total': '**{count, number}** en total · **{average}** al día',
	'stats.lastWeek': 'Los últimos 7 días',
	'stats.byItem': 'Por producto',
	'stats.otherItems': 'Otros productos',
	'stats.refused': 'Rechazos: {count, number}',
	'stats.reason.invalid': 'Desconocido para el marketplace',
	'stats.reason.taken': 'Pertenece a otra persona',
	'stats.reason.limited': 'Demasiados códigos erróneos',
	'stats.reason.not-a-code': 'Sin código en el texto',
	'stats.reason.uncheckable': 'Marketplace no disponible',
	'stats.supported': 'Compras con soporte',
	'stats.share': '**{share}** · {supported, number} de {claims, number}, contado {when}',
	'stats.counting': 'Se está contando. Vuelve a preguntar en un momento.',
	'stats.none': 'Ninguna por ahora',
	'stats.footer': 'Días en UTC. Un código que su titular presenta de nuevo no cuenta dos veces.',
	'stats.chartAlt': 'Verificaciones por día, en barras. {days}',
	'stats.noChart': 'No se pudo dibujar el gráfico. Los números están completos.',
	'stats.chartLater':
		'Un servidor recibe un gráfico por minuto, y el último era de otro periodo. Los números están completos.',
} satisfies Record<keyof typeof english, string>;
