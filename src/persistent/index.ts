export { append, at, emptyList, type List, push, replace, set, toArray } from './list'
export { emptyTable, get, put, type Table } from './table'
