// The JavaScript that a first visit fetches in each language. One of them says how the other lessons compare with the first.
import { lessonIds } from '../../app/lessons/core/lesson';
import { weighFirstVisits } from '../first-visits';

const first = lessonIds.slice(0, 1);
weighFirstVisits('en-US', 'These tabs train one model together.', first);
weighFirstVisits('de-DE', 'Diese Tabs trainieren zusammen ein Modell.', lessonIds);
weighFirstVisits('fr-FR', 'Ces onglets entraînent ensemble un seul modèle.', first);
weighFirstVisits('es-ES', 'Estas pestañas entrenan juntas un solo modelo.', first);
