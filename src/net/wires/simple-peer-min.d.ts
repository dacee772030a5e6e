// simple-peer's plain entry expects Node's globals and breaks under Vite (simple-peer #883, #885). The bundled file
// brings them along. Same exports.
declare module 'simple-peer/simplepeer.min.js' {
  import SimplePeer from 'simple-peer';
  export default SimplePeer;
}
