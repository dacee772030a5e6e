// What is said of files, of saved runs, and of runs that cannot be: few rings ever show one of these sentences.
import { catalogue } from './catalogue';
import { sayings } from './sayings';

sayings.push(catalogue(import.meta.glob('./*/file-sayings.po', { query: '?by-context' })));
