// Before each test file: the page's sentences for sayings are here, in English, whatever a test before has spoken.
import '../../words/file-sayings';
import { bringSentences, speak } from '../language';

speak('en', {});
await bringSentences('en');
